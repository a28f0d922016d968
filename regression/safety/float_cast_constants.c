// gotcha: verify --property float-cast
// verdict: false(float-cast)
int g = 1;
int main(void) {
  int x = 1e10; //~ VIOLATED
  unsigned char c = (unsigned char)300.0; //~ VIOLATED
  unsigned u = -1.0; //~ VIOLATED
  int y = (int)(0.0/0.0); //~ VIOLATED
  int z = g ? 3 : (int)1e11; //~ HOLDS
  return x + c + u + y + z + -2147483647 - 1 - 1;
}
