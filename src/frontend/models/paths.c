/* Parts of the names of files. */
char *__model_strrchr(const char *s, int c);

char *__model_basename(const char *path) {
  char *slash = __model_strrchr(path, '/');
  return slash ? slash + 1 : (char *)path;
}

/* Of POSIX: slashes at the end do not count, and are cut off. */
char *__model___xpg_basename(char *path) {
  static char none[] = ".";
  if (!path || !*path)
    return none;
  char *last = __model_strrchr(path, '/');
  if (!last)
    return path;
  if (last[1])
    return last + 1;
  while (last > path && last[-1] == '/')
    last--;
  if (last == path) {
    /* Nothing but slashes: the last one. */
    while (last[1])
      last++;
    return last;
  }
  *last-- = 0;
  while (last > path && last[-1] != '/')
    last--;
  return last;
}

/* The first of the slashes that end before here. */
static char *__first_of_slashes(char *path, char *end) {
  while (end != path && end[-1] == '/')
    end--;
  return end;
}

char *__model_dirname(char *path) {
  static char none[] = ".";
  char *slash = path ? __model_strrchr(path, '/') : 0;
  if (slash && slash != path && !slash[1]) {
    /* What stands before the slashes at the end counts. */
    char *end = __first_of_slashes(path, slash);
    if (end != path) {
      slash = 0;
      for (char *p = end; p != path && !slash; p--)
        if (p[-1] == '/')
          slash = p - 1;
    }
  }
  if (!slash)
    return none;
  char *end = __first_of_slashes(path, slash);
  if (end == path)
    /* Two slashes at the start are not one. */
    end = slash == path + 1 ? slash + 1 : path + 1;
  *end = 0;
  return path;
}
