// gotcha: verify --property termination --timeout 8s
// verdict: unknown(
extern int somewhere(int); //~ UNKNOWN
int main(void)
{
    return somewhere(3);
}
