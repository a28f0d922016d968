int *pointer;
const int constant = 1;
