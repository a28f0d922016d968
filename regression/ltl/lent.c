// gotcha: ltl --entry f --lazy-inputs --timeout 5s
// solvers: embedded (others need more time)
// verdict: unknown
//@ ltl invariant short: G !"bad == 1";
// A list may have more records than there are for inputs.
struct node {
    int key;
    struct node *next;
};
int bad;
int f(struct node *list)
{
    bad = 0;
    int n = 0;
    while (list && n < 5) {
        list = list->next;
        n++;
    }
    if (n == 5 && !list)
        bad = 1;
    return 0;
}
