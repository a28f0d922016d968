struct own { int opened; } first = { 1 };
void *const stderr = &first;
