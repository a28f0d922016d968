/* Sorting and searching in the order of comparisons of glibc. */
typedef __SIZE_TYPE__ size_t;
void *__model_memcpy(void *to, const void *from, size_t n);
void *__model_memmove(void *to, const void *from, size_t n);

/* Sorts by merging: halves first, of which the first is not the longer one. */
static void __merge_sort(char *base, char *other, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  if (count < 2)
    return;
  size_t half = count / 2;
  __merge_sort(base, other, half, size, compare, context);
  __merge_sort(base + half * size, other, count - half, size, compare, context);
  size_t i = 0, j = half;
  for (size_t n = 0; n < count; n++) {
    int first = j == count || (i < half && compare(base + i * size, base + j * size, context) <= 0);
    __model_memmove(other + n * size, base + (first ? i : j) * size, size);
    if (first)
      i++;
    else
      j++;
  }
  __model_memmove(base, other, count * size);
}

void __model_qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *context) {
  if (count < 2 || size == 0)
    return;
  char other[count * size];
  __merge_sort(base, other, count, size, compare, context);
}

/* A comparison without a context does not look at it. */
void __model_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  __model_qsort_r(base, count, size, (int (*)(const void *, const void *, void *))compare, 0);
}

void *__model_bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *p = (const char *)base + middle * size;
    int order = compare(key, p);
    if (order == 0)
      return (void *)p;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

void *__model_lfind(const void *key, const void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
  const char *p = base;
  for (size_t i = 0; i < *count; i++, p += size)
    if (compare(key, p) == 0)
      return (void *)p;
  return 0;
}

void *__model_lsearch(const void *key, void *base, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
  void *found = __model_lfind(key, base, count, size, compare);
  if (found)
    return found;
  return __model_memcpy((char *)base + (*count)++ * size, key, size);
}
