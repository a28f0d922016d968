/* Where inputs come from: those that were chosen, changed a little, or drawn. */
static u64 random_state;
static struct value *chosen;
static u32 n_chosen;
static struct value last_tail;
static struct value work[WORK_INPUTS];

INLINE u64 next_random(void) {
  u64 z = random_state += 0x9e3779b97f4a7c15UL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9UL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebUL;
  return z ^ (z >> 31);
}
static u64 below(u64 n) { return (u64)(((u128)next_random() * n) >> 64); }
static int chance(u32 percent) { return below(100) < percent; }
static u128 mask_of(u32 width) { return width >= 128 ? ~(u128)0 : ((u128)1 << width) - 1; }
static int pick(struct list of, u128 *value) {
  if (of.length == 0) return 0;
  *value = ((u128 *)of.address)[below(of.length)];
  return 1;
}
static u128 limit(u32 which, u32 width) {
  u128 half = (u128)1 << (width - 1);
  switch (which) {
  case 0: return half;
  case 1: return half - 1;
  case 2: return ~(u128)0;
  case 3: return half + 1;
  case 4: return half - 2;
  default: return 0;
  }
}
static u128 float_of(i128 n, u32 shape) {
  switch (shape) {
  case 3: return bits_f32((f32)n);
  case 4: return bits_f64((f64)n);
  case 5: return bits_f80((f80)n);
  case 6: return bits_f128((f128)n);
  default: return 0;
  }
}
static u128 random_integer(u32 width) {
  u32 dice = below(100);
  u128 value;
  if (dice < 45) return pick(HEAD->compared, &value) ? value : (u128)((i128)below(16) - 4);
  if (dice < 55) return pick(HEAD->other, &value) ? value : 0;
  if (dice < 75) return (u128)((i128)below(20) - 4);
  if (dice < 85) return limit(below(6), width);
  u32 bits = 1 + below(width);
  value = next_random();
  value = (value << 64 | next_random()) >> (128 - bits);
  return chance(50) ? value : -value;
}
/* As `random_integer` with one draw for most values: inputs are what runs of small programs spend their time with. */
INLINE u64 quick_integer(u32 width) {
  u64 draw = next_random(), high = draw >> 32, middle = draw >> 16 & 0xffff;
  u32 dice = (u32)(draw & 0xffff) * 100 >> 16;
  if (dice < 55) {
    struct list *of = dice < 45 ? &HEAD->compared : &HEAD->other;
    return of->length ? (u64)((u128 *)of->address)[high * of->length >> 32] : dice < 45 ? (middle & 15) - 4 : 0;
  }
  if (dice < 75) return (high * 20 >> 32) - 4;
  if (dice < 85) {
    u64 half = 1UL << (width - 1);
    switch (high * 6 >> 32) {
    case 0: return half;
    case 1: return half - 1;
    case 2: return ~0UL;
    case 3: return half + 1;
    case 4: return half - 2;
    default: return 0;
    }
  }
  u64 value = next_random() >> (63 - (high * width >> 32));
  return middle & 1 ? value : -value;
}
static u128 random_float(u32 shape, u32 width) {
  u32 dice = below(100);
  u128 value, sign = (u128)1 << (width - 1);
  if (dice < 45 && pick(HEAD->floats[shape - 2], &value)) value = value + below(3) - 1;
  else if (dice < 60) value = float_of((i128)below(40) - 8, shape);
  else if (dice < 70) value = pick(HEAD->compared, &value) ? float_of((i128)value, shape) : 0;
  else if (dice < 80) value = pick(HEAD->special[shape - 2], &value) ? value : 0;
  else if (dice < 92) {
    f64 x = ((f64)below(2000001) - 1e6) / 1000;
    value = shape == 3 ? bits_f32((f32)x) : shape == 4 ? bits_f64(x) : shape == 5 ? bits_f80((f80)x) : shape == 6 ? bits_f128((f128)x) : 0;
  } else value = (u128)next_random() << 64 | next_random();
  return chance(20) ? value ^ sign : value;
}
/* Values that inputs of a kind were compared with, and for integers their neighbours. */
INLINE int partner(u32 input, u32 shape, u128 *value) {
  if (N_PARTNERED == 0 || input >= N_PARTNERED || PARTNERS[input].length == 0) return 0;
  u64 draw = next_random();
  if (draw & 1) return 0;
  u32 which = draw >> 1 & 7;
  *value = PARTNERS[input].values[(draw >> 32) * PARTNERS[input].length >> 32];
  if (shape == 1 && which < 2) *value += which ? 1 : -1;
  return 1;
}
static u128 random_value(u32 input, u32 shape, u32 width) {
  u128 value;
  if (partner(input, shape, &value)) return value;
  if (shape == 0) return next_random() & 1;
  return shape == 1 ? random_integer(width) : random_float(shape, width);
}
static u128 signed_value(struct value *v) {
  u32 up = 128 - v->width;
  return (u128)((i128)(((u128)v->hi << 64 | v->lo) << up) >> up);
}
static u128 raised(u128 bits, i128 step, u32 shape) {
  switch (shape) {
  case 3: return bits_f32(f32_of((u32)bits) + (f32)step);
  case 4: return bits_f64(f64_of((u64)bits) + (f64)step);
  case 5: return bits_f80(f80_of(bits) + (f80)step);
  case 6: return bits_f128(f128_of(bits) + (f128)step);
  default: return bits;
  }
}
enum { TAIL_SAME, TAIL_LIMIT, TAIL_RANDOM, TAIL_STICKY, TAIL_AGAIN, TAIL_RISING };

static u128 beyond(u32 input, struct input_kind kind) {
  struct head *h = HEAD;
  i128 same = (i128)((u128)h->tail_hi << 64 | h->tail_lo);
  switch (h->tail) {
  case TAIL_SAME: return kind.shape >= 2 ? float_of(same, kind.shape) : (u128)same;
  case TAIL_LIMIT: {
    i128 n = (i128)limit(h->tail_lo, kind.width);
    u32 up = 128 - kind.width;
    return kind.shape >= 2 ? float_of((i128)((u128)n << up) >> up, kind.shape) : (u128)n;
  }
  case TAIL_STICKY:
    if (last_tail.width == kind.width && chance(60)) return (u128)last_tail.hi << 64 | last_tail.lo;
    break;
  case TAIL_AGAIN:
    if (h->tail_lo && h->tail_lo <= n_chosen) return signed_value(&chosen[n_chosen - h->tail_lo + (INPUTS_READ - n_chosen) % h->tail_lo]);
    break;
  case TAIL_RISING:
    if (last_tail.width == 0) break;
    if (kind.shape < 2) return signed_value(&last_tail) + (u128)same;
    return raised((u128)signed_value(&last_tail) & mask_of(kind.width), same, kind.shape);
  }
  return random_value(input, kind.shape, kind.width);
}
static u128 wide_input(u32 input) {
  u32 n = INPUTS_READ;
  struct input_kind kind = input_kinds[input];
  if (n >= HEAD->most) end_run(END_EXHAUSTED);
  u128 value;
  if (n < n_chosen) value = signed_value(&chosen[n]);
  else value = beyond(input, kind);
  value &= mask_of(kind.width);
  struct value *l = &LOG[n];
  l->lo = (u64)value;
  l->hi = (u64)(value >> 64);
  l->width = kind.width;
  l->input = input;
  last_tail = *l;
  stamp++;
  return value;
}
static u64 input(u32 which) {
  u32 n = INPUTS_READ;
  if (n < n_chosen && n < HEAD->most && chosen[n].width == input_kinds[which].width && input_kinds[which].width <= 64) {
    struct value *l = &LOG[n];
    *l = chosen[n];
    l->input = which;
    last_tail = *l;
    stamp++;
    return l->lo;
  }
  struct input_kind kind = input_kinds[which];
  if (n >= n_chosen && n < HEAD->most && HEAD->tail == TAIL_RANDOM && kind.shape == 1 && kind.width <= 64) {
    struct value *l = &LOG[n];
    u128 known;
    u64 value = (partner(which, 1, &known) ? (u64)known : quick_integer(kind.width)) & (~0UL >> (64 - kind.width));
    l->lo = value;
    l->hi = 0;
    l->width = kind.width;
    l->input = which;
    stamp++;
    return value;
  }
  return (u64)wide_input(which);
}

/* ---- changed inputs ---- */

/* A kind of input whose values are as wide; lists of inputs do not say which they are for. */
static u32 input_for(struct value *v) {
  u32 first = below(N_INPUTS ? N_INPUTS : 1);
  for (u32 i = 0; i < N_INPUTS; i++)
    if (input_kinds[(first + i) % N_INPUTS].width == v->width) return (first + i) % N_INPUTS;
  return ~0U;
}
static u32 shape_for(struct value *v) {
  if (v->width == 1) return 0;
  for (u32 i = 0; i < N_INPUTS; i++)
    if (input_kinds[i].width == v->width && input_kinds[i].shape >= 2) return input_kinds[i].shape;
  return 1;
}
static void put(struct value *v, u128 bits) {
  bits &= mask_of(v->width);
  v->lo = (u64)bits;
  v->hi = (u64)(bits >> 64);
}
static u128 get(struct value *v) { return (u128)v->hi << 64 | v->lo; }
static void remove_values(u32 at, u32 end) {
  move_bytes(&work[at], &work[end], (n_chosen - end) * sizeof *work);
  n_chosen -= end - at;
}
static void mutate(void) {
  for (u64 rounds = 1 + below(3); rounds > 0; rounds--) {
    u32 n = n_chosen, at = below(n ? n : 1), rest = n - (at < n ? at : n), most = rest < 1 ? 1 : rest > 16 ? 16 : rest;
    u32 len = 1 + below(most), end = at + len < n ? at + len : n, dice = below(100);
    if (dice >= 87 || n == 0) {
      u32 others = HEAD->others;
      if (others == 0) continue;
      u32 from = below(others), more = others - from;
      if (more > WORK_INPUTS - at) more = WORK_INPUTS - at;
      copy_bytes(&work[at], &OTHER[from], more * sizeof *work);
      n_chosen = at + more;
      continue;
    }
    struct value *v = &work[at];
    if (dice < 25) put(v, random_value(input_for(v), shape_for(v), v->width));
    else if (dice < 35) put(v, get(v) + below(17) - 8);
    else if (dice < 45) put(v, get(v) ^ (u128)1 << below(v->width));
    else if (dice < 50) put(v, -get(v));
    else if (dice < 60) remove_values(at, end);
    else if (dice < 70) {
      u32 piece = end - at, total = piece * (1 + below(8));
      if (n + total > WORK_INPUTS) continue;
      struct value copy[16];
      copy_bytes(copy, v, piece * sizeof *v);
      move_bytes(&work[at + total], v, (n - at) * sizeof *v);
      for (u32 i = 0; i < total; i++) work[at + i] = copy[i % piece];
      n_chosen += total;
    } else if (dice < 80) n_chosen = at;
    else {
      struct value *target = &work[below(n)];
      put(target, get(v));
    }
  }
}
enum { CHANGE_NONE, CHANGE_RANDOM, CHANGE_EACH, CHANGE_LISTS };

static void choose_inputs(u32 run) {
  struct head *h = HEAD;
  random_state = h->seed + (u64)run * 0xd1342543de82ef95UL;
  last_tail.width = 0;
  chosen = BASE;
  n_chosen = h->bases;
  if (h->change == CHANGE_NONE) return;
  if (h->change == CHANGE_LISTS) {
    if (h->changes == 0) return;
    struct value *list = &CHANGES[run % h->changes];
    chosen = &OTHER[list->unused];
    n_chosen = (u32)list->lo;
    return;
  }
  copy_bytes(work, BASE, n_chosen * sizeof *work);
  chosen = work;
  if (h->change == CHANGE_RANDOM) mutate();
  else if (h->changes) {
    struct value *c = &CHANGES[run % h->changes];
    if (c->unused < n_chosen) put(&work[c->unused], get(c));
  }
}
