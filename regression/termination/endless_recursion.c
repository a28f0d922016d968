// gotcha: verify --property termination --timeout 8s --max-k 4
// verdict: unknown(
static int sum(int n) //~ UNKNOWN
{
    return n != -1 ? n + sum(n - 2) : 0;
}
int main(void)
{
    return sum(12);
}
