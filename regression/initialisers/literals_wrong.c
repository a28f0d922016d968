// gotcha: verify
// verdict: false

// The values of the right twin are not zero.

extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);

const int constant = (int){5};
int plain = (int){42};
int sum = constant + 1;
int range[4] = {[0 ... 3] = (int){6}};

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 0: __VERIFIER_assert(plain != 42); break; //~ VIOLATED
    case 1: __VERIFIER_assert(sum == 1); break; //~ VIOLATED
    case 2: __VERIFIER_assert(range[3] == 0); break; //~ VIOLATED
    }
    return 0;
}
