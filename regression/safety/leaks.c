// gotcha: verify --property memory-leak
// verdict: false(memory-leak)
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct list { struct list *next; };

int main(void)
{
    struct list *head = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        struct list *cell = malloc(sizeof *cell);
        cell->next = head;
        head = cell;
    }
    while (head) {
        struct list *next = head->next;
        if (next || n != 7)
            free(head);
        head = next;
    }
    return 0; //~ VIOLATED
}
