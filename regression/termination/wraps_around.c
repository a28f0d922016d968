// gotcha: verify --property termination --timeout 8s
// verdict: false(termination)
// It does not end: an unsigned number is never negative.
int main(void)
{
    for (unsigned i = 10; i >= 0; i--) //~ VIOLATED
        ;
    return 0;
}
