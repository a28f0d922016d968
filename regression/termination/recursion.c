// gotcha: verify --property termination --timeout 8s
// verdict: true
static int sum(int n) //~ HOLDS
{
    return n > 0 ? n + sum(n - 1) : 0;
}
int main(void)
{
    return sum(12);
}
