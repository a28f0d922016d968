#ifdef NEVER_DEFINED
int never;
#endif
