// gotcha: verify
// verdict: true

// Compound literals and parts of constant objects as initialisers of static objects.

extern void __VERIFIER_assert(int);

struct pair { int a, b; };
struct both { struct pair p; int c; };
struct node { int n; struct node *next; };
union word { int i; float f; char b[8]; };

int plain = (int){42};
int nested = (int){(int){43}};
int braces = {(int){44}};
float real = (float){1.5f};
_Bool truth = 0.1, falsehood = 0.0f;
_Complex double number = (_Complex double){3.0};
int listed[3] = {(int){1}, [2] = (int){3}};
int range[4] = {[0 ... 3] = (int){6}};
int array[] = (int[]){7, 8, 9};
struct pair record = (struct pair){1, 2};
struct pair designated = {.b = (int){5}};
struct both inner = {.p = (struct pair){1, 2}, .p.b = 9, .c = 3};
struct pair chosen = sizeof(int) == 4 ? (struct pair){1, 0} : (struct pair){2, 0};
union word word = (union word)1.0f;
char *text = (char *){"abc"};
int *address = (int *){&plain};
int *elements = (int[]){1, 2, 3} + 1;
int *member = &(struct pair){1, 2}.b;
struct node list = {1, &(struct node){2, &(struct node){3, 0}}};
char letter = "abc"[1];

// Whatever order the objects come to life in.
extern const struct pair later;
int *early_use(void);
const int constant = (int){5};
const struct pair pair = {1, 2};
const int numbers[3] = {4, 5};
const char *const name = "xyz";
int from_constant = constant + 1;
int from_member = pair.b;
int from_element = numbers[1];
struct pair copied = pair;
struct both around = {pair, 7};
const char *renamed = name;
struct pair copies[2] = {[0 ... 1] = pair};

int main(void) {
    static int local = (int){42};
    static int *pointer = (int *){&plain};
    static struct pair own = (struct pair){.b = 3};
    __VERIFIER_assert(truth && !falsehood);
  __VERIFIER_assert(renamed[0] == 'x' && copied.b == 2 && around.p.b == 2 && around.c == 7 && copies[1].b == 2);
    __VERIFIER_assert(plain == 42 && nested == 43 && braces == 44 && real == 1.5f && __real__ number == 3.0);
    __VERIFIER_assert(listed[0] == 1 && listed[1] == 0 && listed[2] == 3 && range[0] == 6 && range[3] == 6);
    __VERIFIER_assert(array[2] == 9 && sizeof array == 12 && record.b == 2 && designated.a == 0 && designated.b == 5);
    __VERIFIER_assert(inner.p.a == 1 && inner.p.b == 9 && inner.c == 3 && chosen.a == 1 && word.i == 0x3f800000);
    __VERIFIER_assert(text[1] == 'b' && *address == 42 && elements[1] == 3 && elements[-1] == 1 && *member == 2);
    __VERIFIER_assert(list.next->next->n == 3 && letter == 'b');
    __VERIFIER_assert(from_constant == 6 && from_member == 2 && from_element == 5);
    __VERIFIER_assert(local == 42 && *pointer == 42 && own.a == 0 && own.b == 3);
    return 0;
}
