// gotcha: cover --volatile-inputs
// verdict: complete
// goals: 8 covered: 6 unreachable: 2
struct port { unsigned char in; unsigned char out; };

static volatile int array[3];
static struct port ports[2];

int main(void) {
  volatile struct port *port = &ports[1];
  int old = array[1]++;
  if (old == 41) //~ covered
    return 1;
  int new = port->in += 2;
  if (new == 1) //~ covered
    return 2;
  if (new == 256) //~ true:unreachable false:covered
    return 3;
  *(volatile int *)&array[2] = 4;
  int ordinary = *(int *)&array[2];
  if (ordinary != 4) //~ true:unreachable false:covered
    return 4;
  return 0;
}
