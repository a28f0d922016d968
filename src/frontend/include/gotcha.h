/* What a test or a proof may take for granted, in words. With #include <gotcha.h> gotcha finds this file by itself;
   `gotcha show --what header` prints it for other compilers. */
#ifndef GOTCHA_H
#define GOTCHA_H

#ifdef __cplusplus
extern "C" {
#endif
extern void __VERIFIER_assume(int);
#ifdef __cplusplus
}
#endif

/* Only runs in which the condition holds count from here on. */
#define ASSUME(condition) __VERIFIER_assume(!!(condition))
/* If the first condition holds, so does the second. */
#define ASSUME_IMPLIES(condition, consequence) ASSUME(!(condition) || (consequence))
/* low <= value <= high */
#define ASSUME_BETWEEN(value, low, high) ASSUME((low) <= (value) && (value) <= (high))
/* The pointer leads to something. */
#define ASSUME_NOT_NULL(pointer) ASSUME((pointer) != 0)
/* The pointers do not lead to the same place, unless both are null. */
#define ASSUME_DISTINCT(pointer, other) ASSUME((pointer) == 0 || (const void *)(pointer) != (const void *)(other))
/* The pointers are equal. */
#define ASSUME_SAME(pointer, other) ASSUME((const void *)(pointer) == (const void *)(other))

#endif
