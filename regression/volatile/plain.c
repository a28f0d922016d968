// gotcha: cover
// verdict: complete
// goals: 4 covered: 2 unreachable: 2
volatile int flag;
const volatile unsigned char sensor = 3;

int main(void) {
  flag = 5;
  if (flag == 7) //~ true:unreachable false:covered
    return 2;
  if (sensor == 200) //~ true:unreachable false:covered
    return 5;
  return 0;
}
