// gotcha: verify --property float-overflow
// verdict: false(float-overflow)
int __VERIFIER_nondet_int(void);

int main(void)
{
    double zero = 0.0, large = 1e300;
    float f = 0;
    large = large * 1e7; //~ HOLDS
    switch (__VERIFIER_nondet_int()) {
    case 0: large = large * large; break; // unseen by sanitizers (no check of results) //~ VIOLATED
    case 1: f = large; break; // unseen by sanitizers (no check of results) //~ VIOLATED
    case 2: large = 1.0 / zero; break; //~ VIOLATED
    case 3: f = 3e38f; f += f; break; // unseen by sanitizers (no check of results) //~ VIOLATED
    case 4: f = 0.5; f = f * 2; break; //~ HOLDS
    case 5: large = -large - 1e308; break; //~ HOLDS
    }
    return f > large;
}
