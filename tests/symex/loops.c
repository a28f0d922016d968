// Loops of all kinds, bounded by inputs and by constants.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
      continue;
    if (x == 7)
      break;
    sum += x;
  }
  if (sum > 5)
    sum = 5;
  int table[8];
  for (int i = 0; i < 8; i++) {
    table[i] = i * i;
    if (i == n)
      table[i] = -1;
  }
  int j = __VERIFIER_nondet_uchar() % 8;
  if (table[j] == 9)
    sum++;
  if (table[j] < 0)
    sum--;
  do {
    sum += 2;
    while (n > 3) {
      n--;
      if (sum == n)
        goto out;
    }
  } while (sum < 4);
out:
  if (sum == n)
    return 1;
  unsigned k = __VERIFIER_nondet_uchar();
again:
  if (k > 2) {
    k -= 3;
    if (k == 4)
      goto end;
    goto again;
  }
end:
  return k == 0 ? 2 : 3;
}
