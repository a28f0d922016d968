int five(void) { return 6; }
