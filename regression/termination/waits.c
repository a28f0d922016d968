// gotcha: verify --property termination --timeout 8s --max-k 4
// verdict: unknown(
// The flag is never set.
volatile int flag;
int main(void)
{
    while (!flag) //~ UNKNOWN
        ;
    return 0;
}
