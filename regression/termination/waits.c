// gotcha: verify --property termination --timeout 8s
// verdict: false(termination)
// The flag is never set.
volatile int flag;
int main(void)
{
    while (!flag) //~ VIOLATED
        ;
    return 0;
}
