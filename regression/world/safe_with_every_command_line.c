// gotcha: verify
// verdict: true

/* No argument is read beyond its end, however long it is. */
int main(int argc, char **argv) {
  unsigned sum = 0;
  for (int i = 1; i < argc; i++)
    for (char *p = argv[i]; *p; p++)
      sum ^= (unsigned char)*p;
  return sum > 255;
}
