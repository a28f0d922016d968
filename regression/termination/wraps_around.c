// gotcha: verify --property termination --timeout 8s --max-k 4
// verdict: unknown(
// It does not end: an unsigned number is never negative.
int main(void)
{
    for (unsigned i = 10; i >= 0; i--) //~ UNKNOWN
        ;
    return 0;
}
