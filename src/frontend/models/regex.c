/* Regular expressions of POSIX, as glibc reads and matches them in the C locale: the longest of the leftmost matches; of the ways through it, the one that takes
   what stands first in the expression wherever there is a choice. Back references and `\\B` are not modelled. */
typedef __SIZE_TYPE__ size_t;
void *__model_malloc(size_t n);
void __model_free(void *p);
size_t __model_strlen(const char *s);
int __model_strcmp(const char *a, const char *b);
void *__model_memcpy(void *to, const void *from, size_t n);
int __model_isalnum(int c);
int __model_isalpha(int c);
int __model_isblank(int c);
int __model_iscntrl(int c);
int __model_isdigit(int c);
int __model_isgraph(int c);
int __model_islower(int c);
int __model_isprint(int c);
int __model_ispunct(int c);
int __model_isspace(int c);
int __model_isupper(int c);
int __model_isxdigit(int c);
int __model_toupper(int c);
void __unsupported(void);
void __any_bytes(void *p, size_t n);

/* What is asked of an expression. The first ones are those of POSIX; the others say what GNU's own calls read in another way. */
enum { EXTENDED = 1, ANY_CASE = 2, LINES = 4, NO_GROUPS = 8, LENIENT_REPETITIONS = 16, EMPTY_RANGES = 32 };
enum { NOT_AT_START = 1, NOT_AT_END = 2, GIVEN_RANGE = 4 };
enum __error { OK, NO_MATCH, BAD_PATTERN, BAD_ELEMENT, BAD_CLASS, BAD_ESCAPE, BAD_REFERENCE, BAD_BRACKET, BAD_PARENTHESIS, BAD_BRACE, BAD_INTERVAL, BAD_RANGE, NO_SPACE, BAD_REPETITION, BAD_END, BAD_SIZE, BAD_CLOSE };

/* What a place in the text must be like. */
enum { LINE_START = 1, LINE_END = 2, AFTER_WORD = 4, AFTER_OTHER = 8, BEFORE_WORD = 16, BEFORE_OTHER = 32, TEXT_START = 64, TEXT_END = 128 };

enum __kind { CHARACTER, ANY, SET, PLACE, OPEN, CLOSE, REPEAT, CHOICE, END, /* Only in trees: */ SEQUENCE, GROUP };

enum { MOST_NODES = 500, MOST_SETS = 24, MOST_WAYS = 4000, PROGRAMS = 6, MOST_REPETITIONS = 0x7fff, NONE = -1 };

struct __tree {
  enum __kind kind;
  /* The character, the number of the set or of the group, or what the place must be like. */
  int argument;
  int left, right;
  /* Of a group: it may match nothing since it need not be there. */
  _Bool optional;
  /* The node where it begins, and its own. */
  int first, node;
};

struct __node {
  enum __kind kind;
  int argument;
  _Bool optional;
  /* Of a choice: there is a place in one of its branches. */
  _Bool has_place;
  /* Where it goes on, the better way first. */
  int next[2];
  /* Its ways to nodes that read a character or end the match, among `ways`. */
  int ways, n_ways;
};

struct __program {
  /* `no_newline`: a dot is none. */
  _Bool used, any_case, no_newline;
  /* It has a place, one that is the start or the end of a word; it repeats what may match nothing, or what has a place; a character follows the end of a line. */
  _Bool has_places, has_boundaries, repeats_nothing, repeats_places, goes_on_behind_end;
  int n_nodes, start, end, n_ways, n_sets, n_groups;
  struct __node nodes[MOST_NODES];
  struct {
    short to;
    unsigned char place;
  } ways[MOST_WAYS];
  _Bool sets[MOST_SETS][256];
  /* The group whose place a group has. */
  short same[MOST_NODES];
};

/* What the program sees. `registers` says where the places of groups go. */
enum { UNALLOCATED, REALLOCATE, FIXED };
typedef struct {
  struct __program *program;
  size_t allocated, used;
  unsigned long syntax;
  char *fastmap;
  unsigned char *translate;
  size_t n_groups;
  unsigned can_be_null : 1, registers : 2, has_fastmap : 1, no_groups : 1, not_at_start : 1, not_at_end : 1, lines : 1;
} __regex;
typedef struct {
  int start, end;
} __match;

static struct __program __programs[PROGRAMS];

/* The expression that is being read. */
static struct __tree __trees[MOST_NODES];
static int __n_trees;
static struct {
  const char *text;
  int at, length;
  int flags;
  enum __error error;
  struct __program *program;
  int n_groups;
} __reading;

enum __token { T_CHARACTER, T_ANY, T_BRACKET, T_OPEN, T_CLOSE, T_OR, T_STAR, T_PLUS, T_QUESTION, T_INTERVAL, T_INTERVAL_END, T_PLACE, T_BOUNDARY, T_NO_BOUNDARY, T_REFERENCE, T_WORD, T_NO_WORD, T_SPACE, T_NO_SPACE, T_BACKSLASH, T_END };
static struct {
  enum __token kind;
  int argument, length;
} __token;

/* A character of the expression, in upper case if case does not matter. */
static int __character(int at) {
  unsigned char c = __reading.text[at];
  return __reading.flags & ANY_CASE ? __model_toupper(c) : c;
}

static void __take(enum __token kind, int argument, int length) {
  __token.kind = kind;
  __token.argument = argument;
  __token.length = length;
}

/* The token behind a backslash. */
static void __peek_escaped(void) {
  if (__reading.at + 1 >= __reading.length)
    return __take(T_BACKSLASH, '\\', 1);
  _Bool extended = __reading.flags & EXTENDED;
  unsigned char c = __reading.text[__reading.at + 1];
  enum __token kind = T_CHARACTER;
  int argument = c;
  switch (c) {
  case '|':
    kind = extended ? T_CHARACTER : T_OR;
    break;
  case '<':
    kind = T_PLACE;
    argument = AFTER_OTHER | BEFORE_WORD;
    break;
  case '>':
    kind = T_PLACE;
    argument = AFTER_WORD | BEFORE_OTHER;
    break;
  case '`':
    kind = T_PLACE;
    argument = TEXT_START;
    break;
  case '\'':
    kind = T_PLACE;
    argument = TEXT_END;
    break;
  case 'b':
    kind = T_BOUNDARY;
    break;
  case 'B':
    kind = T_NO_BOUNDARY;
    break;
  case 'w':
    kind = T_WORD;
    break;
  case 'W':
    kind = T_NO_WORD;
    break;
  case 's':
    kind = T_SPACE;
    break;
  case 'S':
    kind = T_NO_SPACE;
    break;
  case '(':
    kind = extended ? T_CHARACTER : T_OPEN;
    break;
  case ')':
    kind = extended ? T_CHARACTER : T_CLOSE;
    break;
  case '+':
    kind = extended ? T_CHARACTER : T_PLUS;
    break;
  case '?':
    kind = extended ? T_CHARACTER : T_QUESTION;
    break;
  case '{':
    kind = extended ? T_CHARACTER : T_INTERVAL;
    break;
  case '}':
    kind = extended ? T_CHARACTER : T_INTERVAL_END;
    break;
  default:
    if (c >= '1' && c <= '9')
      kind = T_REFERENCE;
  }
  __take(kind, argument, 2);
}

/* `anchors`: a caret is no character here, also in basic expressions. */
static void __peek(_Bool anchors) {
  if (__reading.at >= __reading.length)
    return __take(T_END, 0, 0);
  _Bool extended = __reading.flags & EXTENDED;
  int c = __character(__reading.at);
  enum __token kind = T_CHARACTER;
  switch (c) {
  case '\\':
    return __peek_escaped();
  case '*':
    kind = T_STAR;
    break;
  case '[':
    kind = T_BRACKET;
    break;
  case '.':
    kind = T_ANY;
    break;
  case '^':
    if (extended || anchors || __reading.at == 0)
      return __take(T_PLACE, LINE_START, 1);
    break;
  case '$':
    if (!extended && __reading.at + 1 != __reading.length) {
      __reading.at++;
      __peek(anchors);
      __reading.at--;
      if (__token.kind != T_OR && __token.kind != T_CLOSE)
        return __take(T_CHARACTER, '$', 1);
    }
    return __take(T_PLACE, LINE_END, 1);
  }
  if (extended)
    switch (c) {
    case '|':
      kind = T_OR;
      break;
    case '+':
      kind = T_PLUS;
      break;
    case '?':
      kind = T_QUESTION;
      break;
    case '{':
      kind = T_INTERVAL;
      break;
    case '}':
      kind = T_INTERVAL_END;
      break;
    case '(':
      kind = T_OPEN;
      break;
    case ')':
      kind = T_CLOSE;
      break;
    }
  __take(kind, c, 1);
}

static void __fetch(_Bool anchors) {
  __peek(anchors);
  __reading.at += __token.length;
}

static int __fail(enum __error error) {
  if (!__reading.error)
    __reading.error = error;
  return NONE;
}

static int __tree(enum __kind kind, int argument, int left, int right) {
  if (__n_trees == MOST_NODES)
    __unsupported();
  struct __tree *t = &__trees[__n_trees];
  t->kind = kind;
  t->argument = argument;
  t->left = left;
  t->right = right;
  t->optional = 0;
  return __n_trees++;
}

static int __sequence(int left, int right) { return left == NONE ? right : right == NONE ? left : __tree(SEQUENCE, 0, left, right); }

static int __copy(int t) {
  if (t == NONE)
    return NONE;
  int left = __copy(__trees[t].left), right = __copy(__trees[t].right);
  int copy = __tree(__trees[t].kind, __trees[t].argument, left, right);
  __trees[copy].optional = __trees[t].optional;
  return copy;
}

static void __mark_optional(int t, int group) {
  if (t == NONE)
    return;
  if (__trees[t].kind == GROUP && __trees[t].argument == group)
    __trees[t].optional = 1;
  __mark_optional(__trees[t].left, group);
  __mark_optional(__trees[t].right, group);
}

static _Bool __is_word(int c) { return __model_isalnum(c) || c == '_'; }

static int __new_set(void) {
  if (__reading.program->n_sets == MOST_SETS)
    __unsupported();
  int set = __reading.program->n_sets++;
  for (int i = 0; i < 256; i++)
    __reading.program->sets[set][i] = 0;
  return set;
}

/* Characters of a word or of space, or the others. */
static int __class_of_letter(enum __token kind) {
  int set = __new_set();
  for (int i = 0; i < 256; i++) {
    _Bool is_in = kind == T_WORD || kind == T_NO_WORD ? __is_word(i) : __model_isspace(i) != 0;
    __reading.program->sets[set][i] = is_in != (kind == T_NO_WORD || kind == T_NO_SPACE);
  }
  return __tree(SET, set, NONE, NONE);
}

/* In brackets. */
enum __element { E_CHARACTER, E_SYMBOL, E_CLASS, E_EQUIVALENT, E_RANGE, E_CLOSE, E_NOT, E_END };
static struct {
  enum __element kind;
  int argument, length;
} __element;

static void __take_element(enum __element kind, int argument, int length) {
  __element.kind = kind;
  __element.argument = argument;
  __element.length = length;
}

static void __peek_element(void) {
  if (__reading.at >= __reading.length)
    return __take_element(E_END, 0, 0);
  int c = __character(__reading.at);
  int second = __reading.at + 1 < __reading.length ? __character(__reading.at + 1) : 0;
  if (c == '[' && (second == '.' || second == '=' || second == ':'))
    return __take_element(second == '.' ? E_SYMBOL : second == '=' ? E_EQUIVALENT : E_CLASS, second, 2);
  __take_element(c == ']' ? E_CLOSE : c == '^' ? E_NOT : c == '-' ? E_RANGE : E_CHARACTER, c, 1);
}

/* What was read in brackets: a character, or a name. */
enum { LONGEST_NAME = 32 };
struct __item {
  enum __element kind;
  int character;
  char name[LONGEST_NAME];
};

static enum __error __read_item(struct __item *item, _Bool accepts_dash) {
  enum __element kind = __element.kind;
  int delimiter = __element.argument;
  __reading.at += __element.length;
  if (kind == E_SYMBOL || kind == E_CLASS || kind == E_EQUIVALENT) {
    if (__reading.at >= __reading.length)
      return BAD_BRACKET;
    int n = 0;
    for (;; n++) {
      if (n >= LONGEST_NAME)
        return BAD_BRACKET;
      int c = kind == E_CLASS ? (unsigned char)__reading.text[__reading.at] : __character(__reading.at);
      __reading.at++;
      if (__reading.at >= __reading.length)
        return BAD_BRACKET;
      if (c == delimiter && __character(__reading.at) == ']')
        break;
      item->name[n] = c;
    }
    __reading.at++;
    item->name[n] = 0;
    item->kind = kind;
    return OK;
  }
  if (kind == E_RANGE && !accepts_dash) {
    __peek_element();
    if (__element.kind != E_CLOSE)
      return BAD_RANGE;
  }
  item->kind = E_CHARACTER;
  item->character = delimiter;
  return OK;
}

static enum __error __add_class(_Bool *set, const char *name) {
  static const struct {
    const char *name;
    int (*has)(int);
  } classes[] = {{"alnum", __model_isalnum}, {"alpha", __model_isalpha}, {"blank", __model_isblank}, {"cntrl", __model_iscntrl},
                 {"digit", __model_isdigit}, {"graph", __model_isgraph}, {"lower", __model_islower}, {"print", __model_isprint},
                 {"punct", __model_ispunct}, {"space", __model_isspace}, {"upper", __model_isupper}, {"xdigit", __model_isxdigit}};
  if ((__reading.flags & ANY_CASE) && (__model_strcmp(name, "upper") == 0 || __model_strcmp(name, "lower") == 0))
    name = "alpha";
  for (int i = 0; i < 12; i++)
    if (__model_strcmp(classes[i].name, name) == 0) {
      for (int c = 0; c < 256; c++)
        if (classes[i].has(c))
          set[c] = 1;
      return OK;
    }
  return BAD_CLASS;
}

/* A character, also by its name. NONE: it is longer. */
static int __single(const struct __item *item) {
  if (item->kind == E_CHARACTER)
    return item->character;
  return item->name[0] && !item->name[1] ? (unsigned char)item->name[0] : NONE;
}

static enum __error __add_range(_Bool *set, const struct __item *from, const struct __item *to) {
  if (from->kind == E_CLASS || from->kind == E_EQUIVALENT || to->kind == E_CLASS || to->kind == E_EQUIVALENT)
    return BAD_RANGE;
  int first = __single(from), last = __single(to);
  if (first == NONE || last == NONE)
    return BAD_ELEMENT;
  if (first > last && !(__reading.flags & EMPTY_RANGES))
    return BAD_RANGE;
  for (int c = first; c <= last; c++)
    set[c] = 1;
  return OK;
}

/* Behind a bracket that opens. */
static int __read_bracket(void) {
  int number = __new_set();
  _Bool *set = __reading.program->sets[number], negated = 0, is_first = 1;
  __peek_element();
  if (__element.kind == E_END)
    return __fail(BAD_PATTERN);
  if (__element.kind == E_NOT) {
    negated = 1;
    if (__reading.flags & LINES)
      set['\n'] = 1;
    __reading.at++;
    __peek_element();
    if (__element.kind == E_END)
      return __fail(BAD_PATTERN);
  }
  if (__element.kind == E_CLOSE)
    __element.kind = E_CHARACTER;
  for (;;) {
    struct __item item, last;
    enum __error error = __read_item(&item, is_first);
    _Bool is_range = 0;
    is_first = 0;
    if (error)
      return __fail(error);
    __peek_element();
    if (item.kind != E_CLASS && item.kind != E_EQUIVALENT) {
      if (__element.kind == E_END)
        return __fail(BAD_BRACKET);
      if (__element.kind == E_RANGE) {
        int dash = __reading.at;
        __reading.at++;
        __peek_element();
        if (__element.kind == E_END)
          return __fail(BAD_BRACKET);
        is_range = __element.kind != E_CLOSE;
        if (!is_range) {
          __reading.at = dash;
          __take_element(E_CHARACTER, '-', 1);
        }
      }
    }
    if (is_range) {
      error = __read_item(&last, 1);
      if (error)
        return __fail(error);
      __peek_element();
      error = __add_range(set, &item, &last);
    } else if (item.kind == E_CLASS) {
      error = __add_class(set, item.name);
    } else {
      int c = __single(&item);
      if (c == NONE)
        error = BAD_ELEMENT;
      else
        set[c] = 1;
    }
    if (error)
      return __fail(error);
    if (__element.kind == E_END)
      return __fail(BAD_BRACKET);
    if (__element.kind == E_CLOSE)
      break;
  }
  __reading.at++;
  if (negated)
    for (int i = 0; i < 256; i++)
      set[i] = !set[i];
  return __tree(SET, number, NONE, NONE);
}

/* A number of repetitions. -1: there is none, -2: something else stands there. */
static int __read_number(void) {
  int number = -1;
  for (;;) {
    __fetch(0);
    int c = __token.argument;
    if (__token.kind == T_END)
      return -2;
    if (__token.kind == T_INTERVAL_END || c == ',')
      return number;
    if (__token.kind != T_CHARACTER || c < '0' || c > '9' || number == -2)
      number = -2;
    else
      number = number == -1 ? c - '0' : number * 10 + c - '0';
    if (number > MOST_REPETITIONS)
      number = MOST_REPETITIONS + 1;
  }
}

/* May it match nothing? */
static _Bool __may_be_empty(int t) {
  if (t == NONE)
    return 1;
  switch (__trees[t].kind) {
  case SEQUENCE:
    return __may_be_empty(__trees[t].left) && __may_be_empty(__trees[t].right);
  case CHOICE:
    return __may_be_empty(__trees[t].left) || __may_be_empty(__trees[t].right);
  case GROUP:
    return __may_be_empty(__trees[t].left);
  default:
    return __trees[t].kind == REPEAT || __trees[t].kind == PLACE;
  }
}

static _Bool __has_place(int t) { return t != NONE && (__trees[t].kind == PLACE || __has_place(__trees[t].left) || __has_place(__trees[t].right)); }

/* The token says how often. */
static int __read_repetition(int tree) {
  int least = __token.kind == T_PLUS, most = __token.kind == T_QUESTION ? 1 : -1, before = NONE;
  if (__token.kind != T_QUESTION && __may_be_empty(tree))
    __reading.program->repeats_nothing = 1;
  if (__has_place(tree))
    __reading.program->repeats_places = 1;
  if (__token.kind == T_INTERVAL) {
    most = 0;
    least = __read_number();
    if (least == -1) {
      if (__token.kind != T_CHARACTER || __token.argument != ',')
        return __fail(BAD_INTERVAL);
      least = 0;
    }
    if (least != -2)
      most = __token.kind == T_INTERVAL_END ? least : __token.kind == T_CHARACTER && __token.argument == ',' ? __read_number() : -2;
    if (least == -2 || most == -2)
      return __fail(__token.kind == T_END ? BAD_BRACE : BAD_INTERVAL);
    if ((most != -1 && least > most) || __token.kind != T_INTERVAL_END)
      return __fail(BAD_INTERVAL);
    if ((most == -1 ? least : most) > MOST_REPETITIONS)
      return __fail(BAD_SIZE);
  }
  __fetch(0);
  if (tree == NONE || (least == 0 && most == 0))
    return NONE;
  int part = tree;
  if (least > 0) {
    for (int i = 2; i <= least; i++) {
      part = __copy(part);
      tree = __sequence(tree, part);
    }
    if (least == most)
      return tree;
    part = __copy(part);
    before = tree;
  }
  if (__trees[part].kind == GROUP)
    __mark_optional(part, __trees[part].argument);
  tree = __tree(most == -1 ? REPEAT : CHOICE, 0, part, NONE);
  for (int i = least + 2; i <= most; i++) {
    part = __copy(part);
    tree = __tree(CHOICE, 0, __sequence(tree, part), NONE);
  }
  return __sequence(before, tree);
}

static int __read_choice(int depth);

static int __read_group(int depth) {
  int number = __reading.n_groups++, body = NONE;
  __fetch(1);
  if (__token.kind != T_CLOSE) {
    body = __read_choice(depth);
    if (!__reading.error && __token.kind != T_CLOSE)
      return __fail(BAD_PARENTHESIS);
  }
  return __tree(GROUP, number, body, NONE);
}

static int __read_one(int depth) {
  _Bool extended = __reading.flags & EXTENDED;
  int tree = NONE;
  switch (__token.kind) {
  case T_STAR:
  case T_PLUS:
  case T_QUESTION:
  case T_INTERVAL:
    if (extended || (__token.kind == T_INTERVAL && !(__reading.flags & LENIENT_REPETITIONS)))
      return __fail(BAD_REPETITION);
    tree = __tree(CHARACTER, __token.argument, NONE, NONE);
    break;
  case T_CLOSE:
    if (!extended)
      return __fail(BAD_CLOSE);
    tree = __tree(CHARACTER, __token.argument, NONE, NONE);
    break;
  case T_CHARACTER:
  case T_INTERVAL_END:
    tree = __tree(CHARACTER, __token.argument, NONE, NONE);
    break;
  case T_ANY:
    tree = __tree(ANY, 0, NONE, NONE);
    break;
  case T_BRACKET:
    tree = __read_bracket();
    break;
  case T_OPEN:
    tree = __read_group(depth + 1);
    break;
  case T_WORD:
  case T_NO_WORD:
  case T_SPACE:
  case T_NO_SPACE:
    tree = __class_of_letter(__token.kind);
    break;
  case T_PLACE:
    tree = __tree(PLACE, __token.argument, NONE, NONE);
    __fetch(0);
    return tree;
  case T_BOUNDARY:
    __reading.program->has_boundaries = 1;
    tree = __tree(CHOICE, 0, __tree(PLACE, AFTER_OTHER | BEFORE_WORD, NONE, NONE), __tree(PLACE, AFTER_WORD | BEFORE_OTHER, NONE, NONE));
    __fetch(0);
    return tree;
  case T_NO_BOUNDARY:
  case T_REFERENCE:
    __unsupported();
    return NONE;
  case T_BACKSLASH:
    return __fail(BAD_ESCAPE);
  case T_OR:
  case T_END:
    return NONE;
  }
  if (__reading.error)
    return NONE;
  __fetch(0);
  while (__token.kind == T_STAR || __token.kind == T_PLUS || __token.kind == T_QUESTION || __token.kind == T_INTERVAL) {
    tree = __read_repetition(tree);
    if (__reading.error)
      return NONE;
    if (!extended && !(__reading.flags & LENIENT_REPETITIONS) && (__token.kind == T_STAR || __token.kind == T_INTERVAL))
      return __fail(BAD_REPETITION);
  }
  return tree;
}

static _Bool __is_at_end(int depth) { return __token.kind == T_OR || __token.kind == T_END || (depth > 0 && __token.kind == T_CLOSE); }

static int __read_sequence(int depth) {
  int tree = __read_one(depth);
  while (!__reading.error && !__is_at_end(depth))
    tree = __sequence(tree, __read_one(depth));
  return tree;
}

static int __read_choice(int depth) {
  int tree = __read_sequence(depth);
  while (!__reading.error && __token.kind == T_OR) {
    __fetch(1);
    int other = __is_at_end(depth) ? NONE : __read_sequence(depth);
    tree = __tree(CHOICE, 0, tree, other);
  }
  return tree;
}

/* Groups become what opens and closes them. Of a group that is nothing but another one, both have the same place. */
static int __lower(int t) {
  if (t == NONE)
    return NONE;
  struct __program *program = __reading.program;
  while (__trees[t].kind == GROUP && __trees[t].left != NONE && __trees[__trees[t].left].kind == GROUP) {
    int inner = __trees[t].left;
    program->same[__trees[inner].argument] = program->same[__trees[t].argument];
    __trees[t].left = __trees[inner].left;
  }
  __trees[t].left = __lower(__trees[t].left);
  __trees[t].right = __lower(__trees[t].right);
  if (__trees[t].kind != GROUP)
    return t;
  int open = __tree(OPEN, __trees[t].argument, NONE, NONE), close = __tree(CLOSE, __trees[t].argument, NONE, NONE);
  __trees[open].optional = __trees[close].optional = __trees[t].optional;
  return __tree(SEQUENCE, 0, open, __sequence(__trees[t].left, close));
}

/* Nodes are numbered from the leaves up: what stands first has the smaller number. */
static void __number(int t) {
  if (t == NONE)
    return;
  __number(__trees[t].left);
  __number(__trees[t].right);
  struct __program *program = __reading.program;
  if (__trees[t].kind == SEQUENCE) {
    __trees[t].first = __trees[__trees[t].left].first;
    return;
  }
  if (program->n_nodes == MOST_NODES)
    __unsupported();
  int n = program->n_nodes++;
  __trees[t].first = __trees[t].node = n;
  program->nodes[n].kind = __trees[t].kind;
  program->has_places |= __trees[t].kind == PLACE;
  program->nodes[n].argument = __trees[t].argument;
  program->nodes[n].optional = __trees[t].optional;
  program->nodes[n].has_place = __has_place(t);
}

/* `next`: the node where it goes on. */
static void __link(int t, int next) {
  if (t == NONE)
    return;
  struct __tree *tree = &__trees[t];
  if (tree->kind == SEQUENCE) {
    __link(tree->left, __trees[tree->right].first);
    return __link(tree->right, next);
  }
  struct __node *node = &__reading.program->nodes[tree->node];
  node->next[0] = next;
  node->next[1] = NONE;
  if (tree->kind != REPEAT && tree->kind != CHOICE)
    return;
  int left = tree->left != NONE ? __trees[tree->left].first : next, right = tree->right != NONE ? __trees[tree->right].first : next;
  node->next[0] = left < right ? left : right;
  node->next[1] = left == right ? NONE : left < right ? right : left;
  __link(tree->left, tree->kind == REPEAT ? tree->node : next);
  __link(tree->right, next);
}

static _Bool __reads(enum __kind kind) { return kind == CHARACTER || kind == ANY || kind == SET; }

/* All ways from a node without reading a character. Each node is passed once for what the place must be like so far. */
static void __find_ways(int node, int place, int from) {
  static _Bool seen[MOST_NODES][256];
  struct __program *program = __reading.program;
  struct __node *n = &program->nodes[node];
  if (from == node && place == 0)
    for (int i = 0; i < program->n_nodes; i++)
      for (int j = 0; j < 256; j++)
        seen[i][j] = 0;
  if (seen[node][place])
    return;
  seen[node][place] = 1;
  if (__reads(n->kind) || n->kind == END) {
    if (program->n_ways == MOST_WAYS)
      __unsupported();
    program->ways[program->n_ways].to = node;
    program->ways[program->n_ways].place = place;
    program->goes_on_behind_end |= n->kind != END && (place & LINE_END);
    program->n_ways++;
    return;
  }
  if (n->kind == PLACE)
    place |= n->argument;
  if (n->next[0] != NONE)
    __find_ways(n->next[0], place, NONE);
  if (n->next[1] != NONE)
    __find_ways(n->next[1], place, NONE);
}

/* Reads an expression. */
static enum __error __compile(__regex *to, const char *pattern, int length, int flags) {
  struct __program *program = 0;
  for (int i = 0; i < PROGRAMS && !program; i++)
    if (!__programs[i].used)
      program = &__programs[i];
  if (!program)
    __unsupported();
  __reading.text = pattern;
  __reading.at = 0;
  __reading.length = length;
  __reading.flags = flags;
  __reading.error = OK;
  __reading.program = program;
  __reading.n_groups = 0;
  __n_trees = 0;
  program->n_nodes = program->n_ways = program->n_sets = 0;
  program->has_places = program->has_boundaries = program->repeats_nothing = program->repeats_places = program->goes_on_behind_end = 0;
  __fetch(1);
  int tree = __read_choice(0);
  to->program = 0;
  to->allocated = 0;
  to->n_groups = __reading.n_groups;
  to->can_be_null = to->has_fastmap = to->not_at_start = to->not_at_end = 0;
  to->registers = UNALLOCATED;
  to->no_groups = (flags & NO_GROUPS) != 0;
  if (__reading.error)
    return __reading.error;
  program->n_groups = __reading.n_groups;
  for (int i = 0; i < program->n_groups; i++)
    program->same[i] = i;
  tree = __sequence(__lower(tree), __tree(END, 0, NONE, NONE));
  __number(tree);
  __link(tree, NONE);
  program->start = __trees[tree].first;
  program->end = program->n_nodes - 1;
  for (int i = 0; i < program->n_nodes; i++) {
    program->nodes[i].ways = program->n_ways;
    __find_ways(i, 0, i);
    program->nodes[i].n_ways = program->n_ways - program->nodes[i].ways;
  }
  program->used = 1;
  program->any_case = (flags & ANY_CASE) != 0;
  program->no_newline = (flags & LINES) != 0;
  to->program = program;
  to->allocated = sizeof *program;
  return OK;
}

int __model_regcomp(__regex *to, const char *pattern, int flags) {
  enum __error error = __compile(to, pattern, (int)__model_strlen(pattern), flags & (EXTENDED | ANY_CASE | LINES | NO_GROUPS));
  to->lines = (flags & LINES) != 0;
  to->fastmap = 0;
  to->translate = 0;
  return error == BAD_CLOSE ? BAD_PARENTHESIS : error;
}

void __model_regfree(__regex *regex) {
  if (regex->program)
    regex->program->used = 0;
  regex->program = 0;
  regex->allocated = 0;
  __model_free(regex->fastmap);
  regex->fastmap = 0;
  __model_free(regex->translate);
  regex->translate = 0;
}

/* What is matched. */
struct __text {
  const char *bytes;
  int length, flags;
  /* Do lines start and end at a newline? */
  _Bool lines;
};

/* Where a match started before, a line starts behind its end also if the expression knows of no lines. */
static int __place(const struct __text *text, int start, int at) {
  int place = 0;
  if (at == 0)
    place |= TEXT_START | AFTER_OTHER | (text->flags & NOT_AT_START ? 0 : LINE_START);
  else {
    unsigned char c = text->bytes[at - 1];
    place |= (__is_word(c) ? AFTER_WORD : AFTER_OTHER) | (c == '\n' && (text->lines || at > start) ? LINE_START : 0);
  }
  if (at == text->length)
    place |= TEXT_END | BEFORE_OTHER | (text->flags & NOT_AT_END ? 0 : LINE_END);
  else {
    unsigned char c = text->bytes[at];
    place |= (__is_word(c) ? BEFORE_WORD : BEFORE_OTHER) | (c == '\n' && text->lines ? LINE_END : 0);
  }
  return place;
}

static _Bool __accepts(const struct __program *program, const struct __node *node, int c) {
  if (program->any_case)
    c = __model_toupper(c);
  switch (node->kind) {
  case CHARACTER:
    return c == node->argument;
  case ANY:
    return c && (c != '\n' || !program->no_newline);
  case SET:
    return program->sets[node->argument][c];
  default:
    return 0;
  }
}

/* The nodes that ways lead to from one that is reached. */
static void __follow(const struct __program *program, int from, int place, _Bool reached, _Bool *to) {
  const struct __node *node = &program->nodes[from];
  for (int i = node->ways; i < node->ways + node->n_ways; i++)
    to[program->ways[i].to] |= reached & !(program->ways[i].place & ~place);
}

/* The end of the longest match that starts here, or of any if that is enough; NONE: there is none. */
static int __longest(const struct __program *program, const struct __text *text, int start, _Bool anywhere) {
  _Bool sets[2][MOST_NODES], *now = sets[0], *later = sets[1];
  int found = NONE;
  for (int i = 0; i < program->n_nodes; i++)
    now[i] = 0;
  for (int at = start;; at++) {
    if (at == start || anywhere)
      __follow(program, program->start, __place(text, anywhere ? at : start, at), 1, now);
    if (now[program->end])
      found = at;
    if (at == text->length || (found != NONE && anywhere))
      return found;
    int c = (unsigned char)text->bytes[at], next = __place(text, start, at + 1);
    _Bool any = 0;
    for (int i = 0; i < program->n_nodes; i++)
      later[i] = 0;
    for (int i = 0; i < program->n_nodes; i++)
      if (__reads(program->nodes[i].kind)) {
        _Bool accepts = now[i] & __accepts(program, &program->nodes[i], c);
        any |= accepts;
        __follow(program, program->nodes[i].next[0], next, accepts, later);
      }
    if (!any && !anywhere)
      return found;
    _Bool *other = now;
    now = later;
    later = other;
  }
}

/* Which nodes can come to the end of the match, for each place in it. */
static void __find_ends(const struct __program *program, const struct __text *text, int start, int end, _Bool *can) {
  int n = program->n_nodes;
  for (int at = end; at >= start; at--) {
    _Bool *here = can + (size_t)(at - start) * n, *next = here + n;
    int place = __place(text, start, at);
    for (int i = 0; i < n; i++) {
      const struct __node *node = &program->nodes[i];
      here[i] = node->kind == END ? at == end : __reads(node->kind) && at < end && __accepts(program, node, (unsigned char)text->bytes[at]) && next[node->next[0]];
    }
    for (int i = 0; i < n; i++) {
      const struct __node *node = &program->nodes[i];
      if (__reads(node->kind) || node->kind == END)
        continue;
      here[i] = 0;
      for (int j = node->ways; j < node->ways + node->n_ways; j++)
        here[i] |= !(program->ways[j].place & ~place) & here[program->ways[j].to];
    }
  }
}

/* The best way through the match: where each group was last. */
static void __find_groups(const struct __program *program, const struct __text *text, int start, int end, const _Bool *can, int n_matches, __match *matches, __match *before) {
  _Bool passed[MOST_NODES];
  for (int i = 0; i < program->n_nodes; i++)
    passed[i] = 0;
  __model_memcpy(before, matches, n_matches * sizeof *matches);
  int at = start, node = program->start;
  while (program->nodes[node].kind != END) {
    const struct __node *n = &program->nodes[node];
    const _Bool *here = can + (size_t)(at - start) * program->n_nodes;
    int group = n->argument + 1;
    if (n->kind == OPEN && group < n_matches) {
      matches[group].start = at;
      matches[group].end = -1;
    } else if (n->kind == CLOSE && group < n_matches) {
      if (matches[group].start < at) {
        matches[group].end = at;
        __model_memcpy(before, matches, n_matches * sizeof *matches);
      } else if (n->optional && before[group].start != -1) {
        /* Nothing was matched once more: that does not count. */
        __model_memcpy(matches, before, n_matches * sizeof *matches);
      } else {
        matches[group].end = at;
      }
    }
    if (__reads(n->kind)) {
      at++;
      node = n->next[0];
      for (int i = 0; i < program->n_nodes; i++)
        passed[i] = 0;
      continue;
    }
    passed[node] = 1;
    int first = n->next[0], second = n->next[1];
    /* Which branch glibc takes where a place is in one of them is not known. */
    if (n->has_place && second != NONE && here[first] && here[second])
      __unsupported();
    if (!here[first] || (second != NONE && here[second] && passed[first]))
      first = second;
    node = first;
  }
}

/* Searches for a match that starts between these places. Tells the places of so many groups, of the whole match first. */
static enum __error __search(const __regex *regex, const struct __text *text, int start, int last, size_t n_matches, __match *matches) {
  const struct __program *program = regex->program;
  int end;
  /* How often nothing is matched, glibc decides by rules of its own; where places are repeated it loses them, and the end of a line that goes on it finds at times. */
  _Bool wants_groups = n_matches > 1 && regex->n_groups > 0 && !regex->no_groups;
  if ((program->repeats_nothing && (program->has_places || wants_groups)) || (program->has_boundaries && wants_groups))
    __unsupported();
  if (program->repeats_places || (program->goes_on_behind_end && !text->lines))
    __unsupported();
  if (regex->no_groups || n_matches == 0)
    return __longest(program, text, start, 1) == NONE ? NO_MATCH : OK;
  for (;; start++) {
    if (start > last)
      return NO_MATCH;
    end = __longest(program, text, start, 0);
    if (end != NONE)
      break;
  }
  int known = n_matches > regex->n_groups + 1 ? (int)regex->n_groups + 1 : (int)n_matches;
  for (size_t i = 0; i < n_matches; i++)
    matches[i].start = matches[i].end = -1;
  matches[0].start = start;
  matches[0].end = end;
  if (known < 2)
    return OK;
  _Bool *can = __model_malloc((size_t)(end - start + 2) * program->n_nodes);
  __match *before = __model_malloc(known * sizeof *before);
  if (!can || !before) {
    __model_free(can);
    __model_free(before);
    return NO_SPACE;
  }
  __find_ends(program, text, start, end, can);
  __find_groups(program, text, start, end, can, known, matches, before);
  __model_free(can);
  __model_free(before);
  for (int i = 0; i + 1 < known; i++)
    if (program->same[i] != i)
      matches[i + 1] = matches[program->same[i] + 1];
  return OK;
}

int __model_regexec(const __regex *regex, const char *string, size_t n_matches, __match matches[], int flags) {
  struct __text text = {string, 0, flags, regex->lines};
  int start = 0;
  if (flags & ~(NOT_AT_START | NOT_AT_END | GIVEN_RANGE))
    return BAD_PATTERN;
  if (flags & GIVEN_RANGE) {
    if (regex->program->has_places)
      __unsupported();
    start = matches[0].start;
    text.length = matches[0].end;
  } else {
    text.length = (int)__model_strlen(string);
  }
  return __search(regex, &text, start, text.length, n_matches, matches);
}

static const char *const __messages[] = {
    "Success", "No match", "Invalid regular expression", "Invalid collation character", "Invalid character class name", "Trailing backslash", "Invalid back reference",
    "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}", "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
    "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)"};

size_t __model_regerror(int number, const __regex *regex, char *to, size_t size) {
  if (number < 0 || number > BAD_CLOSE)
    __unsupported();
  size_t n = __model_strlen(__messages[number]) + 1;
  if (size) {
    size_t copied = n < size ? n : size - 1;
    __model_memcpy(to, __messages[number], copied);
    if (copied < n)
      to[copied] = 0;
  }
  return n;
}

/* The calls of GNU, which give lengths and say in bits how expressions are read. Of these, all that differs from POSIX's two ways in other bits than a few is not modelled. */
__attribute__((weak)) unsigned long re_syntax_options;
enum { BASIC_SYNTAX = 0x10102c6, EXTENDED_SYNTAX = 0x3b2fc };
enum { NEWLINE_IN_DOT = 0x40, NO_NEWLINE_IN_LISTS = 0x100, NO_EMPTY_RANGES = 0x10000, CASELESS = 0x400000, STRICT_REPETITIONS = 0x1000000, WITHOUT_GROUPS = 0x2000000 };
enum { FASTMAP = 256 };

unsigned long __model_re_set_syntax(unsigned long syntax) {
  unsigned long before = re_syntax_options;
  re_syntax_options = syntax;
  return before;
}

/* Basic expressions may leave some checks out. */
static int __flags_of_syntax(unsigned long syntax) {
  int flags = (syntax & CASELESS ? ANY_CASE : 0) | (syntax & WITHOUT_GROUPS ? NO_GROUPS : 0) | (syntax & NO_EMPTY_RANGES ? 0 : EMPTY_RANGES);
  if (!(syntax & NEWLINE_IN_DOT) != !!(syntax & NO_NEWLINE_IN_LISTS))
    __unsupported();
  flags |= syntax & NEWLINE_IN_DOT ? 0 : LINES;
  unsigned long rest = (syntax & ~(unsigned long)(CASELESS | WITHOUT_GROUPS | NO_NEWLINE_IN_LISTS)) | NO_EMPTY_RANGES | NEWLINE_IN_DOT;
  if (rest == EXTENDED_SYNTAX)
    return flags | EXTENDED;
  if ((rest | STRICT_REPETITIONS) != BASIC_SYNTAX)
    __unsupported();
  return flags | (syntax & STRICT_REPETITIONS ? 0 : LENIENT_REPETITIONS);
}

const char *__model_re_compile_pattern(const char *pattern, size_t length, __regex *to) {
  int flags = __flags_of_syntax(re_syntax_options);
  if (to->allocated && to->program)
    to->program->used = 0;
  to->syntax = re_syntax_options;
  enum __error error = __compile(to, pattern, (int)length, flags);
  to->lines = 1;
  return error ? __messages[error] : 0;
}

struct __registers {
  unsigned n;
  int *start, *end;
};

void __model_re_set_registers(__regex *regex, struct __registers *registers, unsigned n, int *starts, int *ends) {
  regex->registers = n ? REALLOCATE : UNALLOCATED;
  registers->n = n;
  registers->start = n ? starts : 0;
  registers->end = n ? ends : 0;
}

/* One more register than there are groups is the mark of the end. False: there is no memory. */
static _Bool __have_registers(__regex *regex, struct __registers *to, unsigned n) {
  if (regex->registers == FIXED)
    return 1;
  if (regex->registers == REALLOCATE && n + 1 <= to->n)
    return 1;
  int *start = __model_malloc((n + 1) * sizeof(int)), *end = start ? __model_malloc((n + 1) * sizeof(int)) : 0;
  if (!end) {
    __model_free(start);
    return 0;
  }
  if (regex->registers == REALLOCATE) {
    __model_free(to->start);
    __model_free(to->end);
  }
  to->start = start;
  to->end = end;
  to->n = n + 1;
  return 1;
}

/* The start of the match or, if it may start at one place only, its length; -1: there is none, -2: no memory. */
static int __match_or_search(__regex *regex, const char *string, int length, int start, int last, struct __registers *to, _Bool search) {
  struct __text text = {string, length, (regex->not_at_start ? NOT_AT_START : 0) | (regex->not_at_end ? NOT_AT_END : 0), regex->lines};
  if (start < 0 || start > length)
    return -1;
  if (regex->translate || !regex->program)
    __unsupported();
  if (start < last && regex->fastmap && !regex->has_fastmap) {
    __any_bytes(regex->fastmap, FASTMAP);
    regex->has_fastmap = 1;
  }
  /* Without groups places are of no use but that of the whole match, which is the result. */
  _Bool no_groups = regex->no_groups;
  if (no_groups)
    to = 0;
  unsigned n = !to ? 1 : regex->registers == FIXED && to->n <= regex->n_groups ? to->n : (unsigned)regex->n_groups + 1;
  if (n < 1) {
    to = 0;
    n = 1;
  }
  __match *matches = __model_malloc(n * sizeof *matches);
  if (!matches)
    return -2;
  regex->no_groups = 0;
  enum __error error = __search(regex, &text, start, last, n, matches);
  regex->no_groups = no_groups;
  int result = error == NO_MATCH ? -1 : error ? -2 : search ? matches[0].start : matches[0].end - start;
  if (!error && to) {
    if (__have_registers(regex, to, n)) {
      for (unsigned i = 0; i < to->n; i++) {
        to->start[i] = i < n ? matches[i].start : -1;
        to->end[i] = i < n ? matches[i].end : -1;
      }
      regex->registers = regex->registers == FIXED ? FIXED : REALLOCATE;
    } else {
      regex->registers = UNALLOCATED;
      result = -2;
    }
  }
  __model_free(matches);
  return result;
}

int __model_re_search(__regex *regex, const char *string, int length, int start, int range, struct __registers *to) {
  /* Backwards. */
  if (range < 0)
    __unsupported();
  int last = (long long)start + range > length ? length : start + range;
  return __match_or_search(regex, string, length, start, last, to, 1);
}
int __model_re_match(__regex *regex, const char *string, int length, int start, struct __registers *to) { return __match_or_search(regex, string, length, start, start, to, 0); }
