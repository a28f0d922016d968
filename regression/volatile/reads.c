// gotcha: cover --volatile-inputs
// verdict: complete
// goals: 14 covered: 13 unreachable: 1
struct device { volatile unsigned status; int plain; };

volatile int flag;
int ordinary;
volatile struct device device;
const volatile unsigned char sensor = 3;

int main(void) {
  if (flag != flag) //~ covered
    return 1;
  flag = 5;
  if (flag == 7) //~ covered
    return 2;
  if (ordinary) //~ true:unreachable false:covered
    return 3;
  volatile unsigned *status = &device.status;
  if (*status == 9 && device.plain == 4) //~ covered
    return 4;
  if (sensor == 200) //~ covered
    return 5;
  int old = flag++;
  if (old == 77) //~ covered
    return 6;
  while (flag) //~ covered
    ;
  return 0;
}
