// gotcha: verify --property assertions
// verdict: false(assertions)
// Intrinsics of SSE to SSE4.1 and of MMX.
#include <assert.h>
#include <emmintrin.h>
#include <tmmintrin.h>
#include <smmintrin.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  char bytes[24];
  __m128i all = _mm_set1_epi32(x);
  _mm_storeu_si128((__m128i *)(bytes + 3), all);
  assert(_mm_cvtsi128_si32(_mm_loadu_si128((const __m128i *)(bytes + 7))) == x && bytes[18] == (char)(x >> 24)); //~ HOLDS
  assert(_mm_cvtsi128_si32(_mm_loadu_si128((const __m128i *)(bytes + 3))) == x); //~ HOLDS
  assert(_mm_extract_epi32(_mm_shuffle_epi32(_mm_set_epi32(4, 3, x, 1), 0x1b), 2) == x); //~ HOLDS
  __m128i sum = _mm_adds_epi8(_mm_set1_epi8((char)x), _mm_set1_epi8(100));
  signed char low = (signed char)_mm_extract_epi8(sum, 5);
  assert(low == ((signed char)x > 27 ? 127 : (signed char)x + 100)); //~ HOLDS
  assert(_mm_movemask_epi8(_mm_cmpeq_epi8(all, all)) == 0xffff); //~ HOLDS
  __m128i squares = _mm_madd_epi16(_mm_set1_epi16((short)(x & 255)), _mm_set1_epi16(3));
  assert(_mm_cvtsi128_si32(squares) == 6 * (x & 255)); //~ HOLDS
  assert(_mm_cvtsi128_si32(_mm_sad_epu8(all, all)) == 0 && _mm_cvtsi128_si32(_mm_abs_epi32(_mm_set1_epi32(-7))) == 7); //~ HOLDS
  assert((unsigned char)_mm_extract_epi8(_mm_shuffle_epi8(all, _mm_set1_epi8(1)), 9) == (unsigned char)(x >> 8)); //~ HOLDS
  assert(_mm_cvtsd_si32(_mm_max_pd(_mm_set1_pd(2.5), _mm_set1_pd(-1))) == 2); //~ HOLDS
  __m64 shorter = _mm_adds_pu8(_mm_set1_pi8(-56), _mm_set1_pi8(100));
  assert((unsigned char)_mm_cvtsi64_si32(shorter) == 255); //~ HOLDS
  _mm_empty();
  assert(_mm_extract_epi16(_mm_avg_epu16(all, _mm_setzero_si128()), 0) != 77); //~ VIOLATED
  return 0;
}
