// gotcha: cover --entry checksum --lazy-inputs --timeout 20s
// solvers: embedded (the search finds what is asked for)
// verdict: complete
// The values with which the program begins have this sum; others are hard to find.
struct step {
  unsigned long (*mix)(unsigned long, unsigned long);
  unsigned long word;
};

static unsigned long add(unsigned long sum, unsigned long word) {
  sum = (sum ^ word) * (sum | 1) + 0x9e3779b97f4a7c15ul;
  return sum ^ sum >> 29;
}

static unsigned long turn(unsigned long sum, unsigned long word) {
  sum = (sum + word) * (sum >> 7 | 1);
  return sum ^ sum >> 32;
}

static struct step steps[] = {{add, 11}, {turn, 22}, {add, 33}, {add, 44}, {turn, 55}};
static struct step *first = steps;
static int level = 3;

int checksum(int tries) {
  unsigned long sum = 0;
  for (int i = 0; i < 5; i++)
    sum = first[i].mix(sum, steps[i].word);
  for (int i = 0; i < 8; i++)
    sum = add(sum, 99);
  if (sum == 0xe93f7a34346f066aul && level == 3)
    return tries == 77;
  return 0;
}
