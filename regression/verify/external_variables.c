// gotcha: verify
// verdict: unknown(depends on an indeterminate value

// A function that is defined elsewhere may change a variable that is defined elsewhere.

extern void reach_error(void);
extern int counter;
extern const int limit;
void unknown(void);

int own;

int main(void) {
    own = 1;
    counter = 1;
    if (counter != 1)
        reach_error();  //~ HOLDS
    unknown();
    if (own != 1)
        reach_error();  //~ HOLDS
    if (counter == 2)
        reach_error();  //~ UNKNOWN
    return 0;
}
