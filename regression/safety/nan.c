// gotcha: verify --property nan
// verdict: false(nan)
int __VERIFIER_nondet_int(void);

int main(void)
{
    double zero = 0.0, inf = 1e308 * 10, x = 1.0;
    switch (__VERIFIER_nondet_int()) {
    case 0: x = zero / zero; break; // unseen by sanitizers (no check of results) //~ VIOLATED
    case 1: x = inf - inf; break; // unseen by sanitizers (no check of results) //~ VIOLATED
    case 2: x = inf * zero; break; // unseen by sanitizers (no check of results) //~ VIOLATED
    case 3: x = x / zero; break; //~ HOLDS
    case 4: x = inf + inf; break; //~ HOLDS
    }
    return x > 1;
}
