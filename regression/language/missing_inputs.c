// gotcha: cover --criterion branch --missing-inputs
// verdict: incomplete
// Functions that are not there come back with inputs: numbers, null, or new objects of zeros. What else their pointers may lead to is open.
struct device {
  int number;
  struct device *next;
};
extern int probe(struct device *);
extern void trace(const char *, ...);
extern struct device *find(int);
extern _Bool is_ready(void);

int main(void) {
  struct device own = {3, 0};
  int found = probe(&own);
  trace("found %d", found);
  if (own.number != 3) //~ true:undecided false:covered
    return 1;
  if (found == 1234567) //~ true:covered false:covered
    return 2;
  if (!is_ready()) //~ true:covered false:covered
    return 3;
  struct device *other = find(found);
  if (!other) //~ true:covered false:covered
    return 4;
  if (other->next) //~ true:undecided false:covered
    return 5;
  other->number = found;
  if (other->number != found) //~ true:undecided false:covered
    return 6;
  return 0;
}
