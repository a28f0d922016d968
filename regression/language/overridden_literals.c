// gotcha: cover --criterion branch
// verdict: complete
// Of a compound literal of which a part is initialised again, gcc keeps the rest in static objects and drops it in automatic ones.
extern unsigned char __VERIFIER_nondet_uchar(void);
struct T { int x, y; };
struct S { struct T a; int b; };
struct W { struct S s; struct T t; };
struct S global = { .a = (struct T){1, 2}, .a.x = 5 };
struct S in_literal = (struct S){ .a = (struct T){1, 2}, .a.x = 5 };
int calls;
struct T get(void) { calls++; return (struct T){3, 4}; }
union U { struct T t; int z; };

int main(void) {
  unsigned char which = __VERIFIER_nondet_uchar();
  struct S local = { .a = (struct T){1, 2}, .a.x = 5 };
  static struct S inner = { .a = (struct T){1, 2}, .a.x = 5 };
  struct S list = { .a = {1, 2}, .a.x = 5 };
  struct S called = { .a = get(), .a.y = 6 };
  struct W w = { .s = { .a = (struct T){1, 2}, .b = 3 }, .s.a.x = 5 };
  struct W w2 = { .s = (struct S){ {1, 2}, 3 }, .s.a.x = 5 };
  struct T array[2] = { [0] = (struct T){.y = 2, .x = 1}, [0].y = 7 };
  struct { union U u; } u = { .u = (union U){ .t = {1, 2} }, .u.t.x = 5 };
  struct S range[3] = { [0 ... 2].a = (struct T){1, 2}, [1].a.y = 8 };
  struct { struct S s; } again = { .s = (struct S){ {1, 2}, 3 }, .s = { {3, 4} }, .s.a.y = 4 };
  struct S *p = &(struct S){ .a = (struct T){1, 2}, .a.x = 5 };
  int y = 0;
  switch (which) {
  case 0: y = global.a.y == 2 && global.a.x == 5; break;
  case 1: y = in_literal.a.y == 0 && in_literal.a.x == 5; break;
  case 2: y = local.a.y == 0 && local.a.x == 5; break;
  case 3: y = inner.a.y == 2; break;
  case 4: y = list.a.y == 2; break;
  case 5: y = called.a.x == 0 && called.a.y == 6 && calls == 0; break;
  case 6: y = w.s.a.y == 0 && w.s.b == 3; break;
  case 7: y = w2.s.a.y == 0 && w2.s.b == 0; break;
  case 8: y = array[0].x == 0 && array[0].y == 7; break;
  case 9: y = u.u.t.y == 0; break;
  case 10: y = range[0].a.x == 1 && range[1].a.x == 0 && range[1].a.y == 8 && range[2].a.y == 2; break;
  case 11: y = again.s.a.x == 3 && again.s.b == 0; break;
  case 12: y = p->a.y == 0; break;
  default: y = 1;
  }
  if (y) //~ true:covered false:unreachable
    return 0;
  return 1;
}
