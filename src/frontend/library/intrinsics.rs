//! The built-in functions behind the intrinsics of `<mmintrin.h>` to `<smmintrin.h>`: their types, and models of them in C, written out element by
//! element. A model is made when a program calls the function. What is not in the table is no function that this tool knows the meaning of.

use std::fmt::Write as _;

/// What the names of these functions start with.
const PREFIX: &str = "__builtin_ia32_";

/// The start of the name of the file that the models stand in.
pub const FILE: &str = "<library>/intrinsics.c";

/// Name, types and meaning. The types are those of the result and of the parameters `a`, `b` and `c`. Behind a stroke the result has the type in which it is computed; its
/// bits are taken for the first one. A name that ends in `128` also stands, without that, for vectors of half the length.
///
/// The meaning is the expression for an element, whose number is `$`, of the `N` elements of the result. With `=` in front it is that of the whole
/// result, with `|` what is to be joined for each element of `a`, with `!` a statement for each of these.
type Row = (&'static str, &'static str, &'static str);

const ROWS: &[Row] = &[
    // Whole vectors.
    ("emms", "void", "="),
    ("lfence", "void", "="),
    ("mfence", "void", "="),
    ("sfence", "void", "="),
    ("pause", "void", "="),
    ("clflush", "void pcvoid", "="),
    ("vec_init_v2si", "v2si int int", "$ ? b : a"),
    ("vec_init_v4hi", "v4hi short short short short", "$ < 2 ? $ ? b : a : $ == 2 ? c : d"),
    ("vec_init_v8qi", "v8qi char char char char char char char char", "$ < 4 ? $ < 2 ? $ ? b : a : $ == 2 ? c : d : $ < 6 ? $ == 4 ? e : f : $ == 6 ? g : h"),
    ("vec_ext_v2si", "int v2si int", "= a[b & 1]"),
    ("vec_ext_v4hi", "short v4hi int", "= a[b & 3]"),
    ("vec_ext_v16qi", "char v16qi int", "= a[b & 15]"),
    ("vec_ext_v8hi", "short v8hi int", "= a[b & 7]"),
    ("vec_ext_v4si", "int v4si int", "= a[b & 3]"),
    ("vec_ext_v2di", "llong v2di int", "= a[b & 1]"),
    ("vec_ext_v4sf", "float v4sf int", "= a[b & 3]"),
    ("vec_ext_v2df", "double v2df int", "= a[b & 1]"),
    ("vec_set_v4hi", "v4hi v4hi short int", "$ == (c & 3) ? b : a[$]"),
    ("vec_set_v16qi", "v16qi v16qi char int", "$ == (c & 15) ? b : a[$]"),
    ("vec_set_v8hi", "v8hi v8hi short int", "$ == (c & 7) ? b : a[$]"),
    ("vec_set_v4si", "v4si v4si int int", "$ == (c & 3) ? b : a[$]"),
    ("vec_set_v2di", "v2di v2di llong int", "$ == (c & 1) ? b : a[$]"),
    ("movntdq", "void pv2di v2di", "= *a = b"),
    ("movntq", "void pllong llong", "= *a = b"),
    ("movnti", "void pint int", "= *a = b"),
    ("movnti64", "void pllong llong", "= *a = b"),
    ("movntps", "void pfloat v4sf", "! a[$] = b[$]"),
    ("movntpd", "void pdouble v2df", "! a[$] = b[$]"),
    ("movntdqa", "v2di pv2di", "a[0][$]"),
    ("lddqu", "v16qi pcchar", "a[$]"),
    ("maskmovdqu", "void v16qi v16qi pchar", "! if (b[$] < 0) c[$] = a[$]"),
    ("maskmovq", "void v8qi v8qi pchar", "! if (b[$] < 0) c[$] = a[$]"),
    ("movq128", "v2di v2di", "$ ? 0 : a[0]"),
    // Sums that wrap, in the form of functions for the short vectors only.
    ("paddb128", "v16qi v16qi v16qi", "(char)(a[$] + b[$])"),
    ("paddw128", "v8hi v8hi v8hi", "(short)(a[$] + b[$])"),
    ("paddd128", "v4si v4si v4si", "(int)((unsigned)a[$] + (unsigned)b[$])"),
    ("paddq128", "v2di v2di v2di", "(llong)((ullong)a[$] + (ullong)b[$])"),
    ("psubb128", "v16qi v16qi v16qi", "(char)(a[$] - b[$])"),
    ("psubw128", "v8hi v8hi v8hi", "(short)(a[$] - b[$])"),
    ("psubd128", "v4si v4si v4si", "(int)((unsigned)a[$] - (unsigned)b[$])"),
    ("psubq128", "v2di v2di v2di", "(llong)((ullong)a[$] - (ullong)b[$])"),
    ("pand128", "v2di v2di v2di", "a[$] & b[$]"),
    ("pandn128", "v2di v2di v2di", "~a[$] & b[$]"),
    ("por128", "v2di v2di v2di", "a[$] | b[$]"),
    ("pxor128", "v2di v2di v2di", "a[$] ^ b[$]"),
    ("pcmpeqb128", "v16qi v16qi v16qi", "-(a[$] == b[$])"),
    ("pcmpeqw128", "v8hi v8hi v8hi", "-(a[$] == b[$])"),
    ("pcmpeqd128", "v4si v4si v4si", "-(a[$] == b[$])"),
    ("pcmpgtb128", "v16qi v16qi v16qi", "-(a[$] > b[$])"),
    ("pcmpgtw128", "v8hi v8hi v8hi", "-(a[$] > b[$])"),
    ("pcmpgtd128", "v4si v4si v4si", "-(a[$] > b[$])"),
    // Sums and differences that stay within their type.
    ("paddsb128", "v16qi v16qi v16qi", "__to_byte(a[$] + b[$])"),
    ("paddsw128", "v8hi v8hi v8hi", "__to_word(a[$] + b[$])"),
    ("paddusb128", "v16qi v16qi v16qi", "__to_unsigned_byte((uchar)a[$] + (uchar)b[$])"),
    ("paddusw128", "v8hi v8hi v8hi", "__to_unsigned_word((ushort)a[$] + (ushort)b[$])"),
    ("psubsb128", "v16qi v16qi v16qi", "__to_byte(a[$] - b[$])"),
    ("psubsw128", "v8hi v8hi v8hi", "__to_word(a[$] - b[$])"),
    ("psubusb128", "v16qi v16qi v16qi", "__to_unsigned_byte((uchar)a[$] - (uchar)b[$])"),
    ("psubusw128", "v8hi v8hi v8hi", "__to_unsigned_word((ushort)a[$] - (ushort)b[$])"),
    ("packsswb128", "v16qi v8hi v8hi", "__to_byte($ < N/2 ? a[$ % (N/2)] : b[$ % (N/2)])"),
    ("packssdw128", "v8hi v4si v4si", "__to_word($ < N/2 ? a[$ % (N/2)] : b[$ % (N/2)])"),
    ("packuswb128", "v16qi v8hi v8hi", "__to_unsigned_byte($ < N/2 ? a[$ % (N/2)] : b[$ % (N/2)])"),
    ("packusdw128", "v8hi v4si v4si", "__to_unsigned_word($ < N/2 ? a[$ % (N/2)] : b[$ % (N/2)])"),
    // Products.
    ("pmullw128", "v8hi v8hi v8hi", "(short)(a[$] * b[$])"),
    ("pmulhw128", "v8hi v8hi v8hi", "a[$] * b[$] >> 16"),
    ("pmulhuw128", "v8hi v8hi v8hi", "(short)((unsigned)(ushort)a[$] * (ushort)b[$] >> 16)"),
    ("pmulhrsw128", "v8hi v8hi v8hi", "(short)((a[$] * b[$] >> 14) + 1 >> 1)"),
    ("pmaddwd128", "v4si v8hi v8hi", "(int)((unsigned)(a[2*$] * b[2*$]) + (unsigned)(a[2*$+1] * b[2*$+1]))"),
    ("pmaddubsw128", "v8hi v16qi v16qi", "__to_word((uchar)a[2*$] * b[2*$] + (uchar)a[2*$+1] * b[2*$+1])"),
    ("pmuludq128", "v2di v4si v4si", "(llong)((ullong)(unsigned)a[2*$] * (unsigned)b[2*$])"),
    ("pmuldq128", "v2di v4si v4si", "(llong)a[2*$] * b[2*$]"),
    (
        "psadbw128",
        "v2di v16qi v16qi",
        "__apart(a[8*$], b[8*$]) + __apart(a[8*$+1], b[8*$+1]) + __apart(a[8*$+2], b[8*$+2]) + __apart(a[8*$+3], b[8*$+3]) + __apart(a[8*$+4], b[8*$+4]) + __apart(a[8*$+5], b[8*$+5]) + __apart(a[8*$+6], b[8*$+6]) + __apart(a[8*$+7], b[8*$+7])",
    ),
    // Averages, extremes, signs.
    ("pavgb128", "v16qi v16qi v16qi", "(char)((uchar)a[$] + (uchar)b[$] + 1 >> 1)"),
    ("pavgw128", "v8hi v8hi v8hi", "(short)((ushort)a[$] + (ushort)b[$] + 1 >> 1)"),
    ("pminub128", "v16qi v16qi v16qi", "(uchar)a[$] < (uchar)b[$] ? a[$] : b[$]"),
    ("pmaxub128", "v16qi v16qi v16qi", "(uchar)a[$] > (uchar)b[$] ? a[$] : b[$]"),
    ("pminsb128", "v16qi v16qi v16qi", "a[$] < b[$] ? a[$] : b[$]"),
    ("pmaxsb128", "v16qi v16qi v16qi", "a[$] > b[$] ? a[$] : b[$]"),
    ("pminsw128", "v8hi v8hi v8hi", "a[$] < b[$] ? a[$] : b[$]"),
    ("pmaxsw128", "v8hi v8hi v8hi", "a[$] > b[$] ? a[$] : b[$]"),
    ("pminuw128", "v8hi v8hi v8hi", "(ushort)a[$] < (ushort)b[$] ? a[$] : b[$]"),
    ("pmaxuw128", "v8hi v8hi v8hi", "(ushort)a[$] > (ushort)b[$] ? a[$] : b[$]"),
    ("pminsd128", "v4si v4si v4si", "a[$] < b[$] ? a[$] : b[$]"),
    ("pmaxsd128", "v4si v4si v4si", "a[$] > b[$] ? a[$] : b[$]"),
    ("pminud128", "v4si v4si v4si", "(unsigned)a[$] < (unsigned)b[$] ? a[$] : b[$]"),
    ("pmaxud128", "v4si v4si v4si", "(unsigned)a[$] > (unsigned)b[$] ? a[$] : b[$]"),
    ("pabsb128", "v16qi v16qi", "(char)(a[$] < 0 ? -a[$] : a[$])"),
    ("pabsw128", "v8hi v8hi", "(short)(a[$] < 0 ? -a[$] : a[$])"),
    ("pabsd128", "v4si v4si", "(int)(a[$] < 0 ? 0u - (unsigned)a[$] : (unsigned)a[$])"),
    ("psignb128", "v16qi v16qi v16qi", "(char)(b[$] < 0 ? -a[$] : b[$] ? a[$] : 0)"),
    ("psignw128", "v8hi v8hi v8hi", "(short)(b[$] < 0 ? -a[$] : b[$] ? a[$] : 0)"),
    ("psignd128", "v4si v4si v4si", "(int)(b[$] < 0 ? 0u - (unsigned)a[$] : b[$] ? (unsigned)a[$] : 0u)"),
    // Neighbours.
    ("phaddw128", "v8hi v8hi v8hi", "(short)($ < N/2 ? a[2*$%N] + a[2*$%N+1] : b[2*$%N] + b[2*$%N+1])"),
    ("phaddsw128", "v8hi v8hi v8hi", "__to_word($ < N/2 ? a[2*$%N] + a[2*$%N+1] : b[2*$%N] + b[2*$%N+1])"),
    ("phaddd128", "v4si v4si v4si", "(int)($ < N/2 ? (unsigned)a[2*$%N] + (unsigned)a[2*$%N+1] : (unsigned)b[2*$%N] + (unsigned)b[2*$%N+1])"),
    ("phsubw128", "v8hi v8hi v8hi", "(short)($ < N/2 ? a[2*$%N] - a[2*$%N+1] : b[2*$%N] - b[2*$%N+1])"),
    ("phsubsw128", "v8hi v8hi v8hi", "__to_word($ < N/2 ? a[2*$%N] - a[2*$%N+1] : b[2*$%N] - b[2*$%N+1])"),
    ("phsubd128", "v4si v4si v4si", "(int)($ < N/2 ? (unsigned)a[2*$%N] - (unsigned)a[2*$%N+1] : (unsigned)b[2*$%N] - (unsigned)b[2*$%N+1])"),
    ("haddps", "v4sf v4sf v4sf", "$ < 2 ? a[2*$%4] + a[2*$%4+1] : b[2*$%4] + b[2*$%4+1]"),
    ("hsubps", "v4sf v4sf v4sf", "$ < 2 ? a[2*$%4] - a[2*$%4+1] : b[2*$%4] - b[2*$%4+1]"),
    ("haddpd", "v2df v2df v2df", "$ ? b[0] + b[1] : a[0] + a[1]"),
    ("hsubpd", "v2df v2df v2df", "$ ? b[0] - b[1] : a[0] - a[1]"),
    ("addsubps", "v4sf v4sf v4sf", "$ & 1 ? a[$] + b[$] : a[$] - b[$]"),
    ("addsubpd", "v2df v2df v2df", "$ ? a[$] + b[$] : a[$] - b[$]"),
    // Shifts: a distance as large as an element leaves nothing, or the sign.
    ("psllwi128", "v8hi v8hi int", "(short)((unsigned)b > 15 ? 0 : (ushort)a[$] << b)"),
    ("pslldi128", "v4si v4si int", "(int)((unsigned)b > 31 ? 0u : (unsigned)a[$] << b)"),
    ("psllqi128", "v2di v2di int", "(llong)((unsigned)b > 63 ? 0ull : (ullong)a[$] << b)"),
    ("psrlwi128", "v8hi v8hi int", "(short)((unsigned)b > 15 ? 0 : (ushort)a[$] >> b)"),
    ("psrldi128", "v4si v4si int", "(int)((unsigned)b > 31 ? 0u : (unsigned)a[$] >> b)"),
    ("psrlqi128", "v2di v2di int", "(llong)((unsigned)b > 63 ? 0ull : (ullong)a[$] >> b)"),
    ("psrawi128", "v8hi v8hi int", "a[$] >> ((unsigned)b > 15 ? 15 : b)"),
    ("psradi128", "v4si v4si int", "a[$] >> ((unsigned)b > 31 ? 31 : b)"),
    ("psllw128", "v8hi v8hi v2di", "(short)((ullong)b[0] > 15 ? 0 : (ushort)a[$] << b[0])"),
    ("pslld128", "v4si v4si v2di", "(int)((ullong)b[0] > 31 ? 0u : (unsigned)a[$] << b[0])"),
    ("psllq128", "v2di v2di v2di", "(llong)((ullong)b[0] > 63 ? 0ull : (ullong)a[$] << b[0])"),
    ("psrlw128", "v8hi v8hi v2di", "(short)((ullong)b[0] > 15 ? 0 : (ushort)a[$] >> b[0])"),
    ("psrld128", "v4si v4si v2di", "(int)((ullong)b[0] > 31 ? 0u : (unsigned)a[$] >> b[0])"),
    ("psrlq128", "v2di v2di v2di", "(llong)((ullong)b[0] > 63 ? 0ull : (ullong)a[$] >> b[0])"),
    ("psraw128", "v8hi v8hi v2di", "a[$] >> ((ullong)b[0] > 15 ? 15 : b[0])"),
    ("psrad128", "v4si v4si v2di", "a[$] >> ((ullong)b[0] > 31 ? 31 : b[0])"),
    ("pslldqi128", "v2di/v16qi v16qi int", "$ >= b / 8 ? a[$ - b / 8 & 15] : 0"),
    ("psrldqi128", "v2di/v16qi v16qi int", "$ + b / 8 < 16 ? a[$ + b / 8 & 15] : 0"),
    ("palignr128", "v2di/v16qi v16qi v16qi int", "$ + c / 8 < N ? b[$ + c / 8 & N-1] : $ + c / 8 < 2*N ? a[$ + c / 8 & N-1] : 0"),
    // Permutations.
    ("punpckhbw128", "v16qi v16qi v16qi", "$ & 1 ? b[N/2 + $/2] : a[N/2 + $/2]"),
    ("punpckhwd128", "v8hi v8hi v8hi", "$ & 1 ? b[N/2 + $/2] : a[N/2 + $/2]"),
    ("punpckhdq128", "v4si v4si v4si", "$ & 1 ? b[N/2 + $/2] : a[N/2 + $/2]"),
    ("punpckhqdq128", "v2di v2di v2di", "$ & 1 ? b[N/2 + $/2] : a[N/2 + $/2]"),
    ("punpcklbw128", "v16qi v16qi v16qi", "$ & 1 ? b[$/2] : a[$/2]"),
    ("punpcklwd128", "v8hi v8hi v8hi", "$ & 1 ? b[$/2] : a[$/2]"),
    ("punpckldq128", "v4si v4si v4si", "$ & 1 ? b[$/2] : a[$/2]"),
    ("punpcklqdq128", "v2di v2di v2di", "$ & 1 ? b[$/2] : a[$/2]"),
    ("unpckhps", "v4sf v4sf v4sf", "$ & 1 ? b[2 + $/2] : a[2 + $/2]"),
    ("unpcklps", "v4sf v4sf v4sf", "$ & 1 ? b[$/2] : a[$/2]"),
    ("unpckhpd", "v2df v2df v2df", "$ ? b[1] : a[1]"),
    ("unpcklpd", "v2df v2df v2df", "$ ? b[0] : a[0]"),
    ("pshufd", "v4si v4si int", "a[b >> 2*$ & 3]"),
    ("pshufw", "v4hi v4hi int", "a[b >> 2*$ & 3]"),
    ("pshufhw", "v8hi v8hi int", "$ < 4 ? a[$] : a[4 + (b >> 2*($ & 3) & 3)]"),
    ("pshuflw", "v8hi v8hi int", "$ < 4 ? a[b >> 2*($ & 3) & 3] : a[$]"),
    ("pshufb128", "v16qi v16qi v16qi", "b[$] < 0 ? 0 : a[b[$] & N-1]"),
    ("shufps", "v4sf v4sf v4sf int", "$ < 2 ? a[c >> 2*$ & 3] : b[c >> 2*$ & 3]"),
    ("shufpd", "v2df v2df v2df int", "$ ? b[c >> 1 & 1] : a[c & 1]"),
    ("movss", "v4sf v4sf v4sf", "$ ? a[$] : b[0]"),
    ("movsd", "v2df v2df v2df", "$ ? a[$] : b[0]"),
    ("movhlps", "v4sf v4sf v4sf", "$ < 2 ? b[$ % 2 + 2] : a[$]"),
    ("movlhps", "v4sf v4sf v4sf", "$ < 2 ? a[$] : b[$ % 2]"),
    ("movshdup", "v4sf v4sf", "a[$ | 1]"),
    ("movsldup", "v4sf v4sf", "a[$ & 2]"),
    ("loadhps", "v4sf v4sf pcv2sf", "$ < 2 ? a[$] : b[0][$ % 2]"),
    ("loadlps", "v4sf v4sf pcv2sf", "$ < 2 ? b[0][$ % 2] : a[$]"),
    ("storehps", "void pv2sf v4sf", "! a[0][$ % 2] = b[$ % 2 + 2]"),
    ("storelps", "void pv2sf v4sf", "! a[0][$ % 2] = b[$ % 2]"),
    ("loadhpd", "v2df v2df pcdouble", "$ ? b[0] : a[$]"),
    ("loadlpd", "v2df v2df pcdouble", "$ ? a[$] : b[0]"),
    ("blendps", "v4sf v4sf v4sf int", "c >> $ & 1 ? b[$] : a[$]"),
    ("blendpd", "v2df v2df v2df int", "c >> $ & 1 ? b[$] : a[$]"),
    ("pblendw128", "v8hi v8hi v8hi int", "c >> $ & 1 ? b[$] : a[$]"),
    ("pblendvb128", "v16qi v16qi v16qi v16qi", "c[$] < 0 ? b[$] : a[$]"),
    ("blendvps", "v4sf v4sf v4sf v4si", "c[$] < 0 ? b[$] : a[$]"),
    ("blendvpd", "v2df v2df v2df v2di", "c[$] < 0 ? b[$] : a[$]"),
    // Masks and tests.
    ("pmovmskb128", "int v16qi", "| (unsigned)(a[$] < 0) << $"),
    ("movmskps", "int v4si", "| (unsigned)(a[$] < 0) << $"),
    ("movmskpd", "int v2di", "| (unsigned)(a[$] < 0) << $"),
    ("ptestz128", "int v2di v2di", "= ((a[0] & b[0]) | (a[1] & b[1])) == 0"),
    ("ptestc128", "int v2di v2di", "= ((~a[0] & b[0]) | (~a[1] & b[1])) == 0"),
    ("ptestnzc128", "int v2di v2di", "= ((a[0] & b[0]) | (a[1] & b[1])) != 0 && ((~a[0] & b[0]) | (~a[1] & b[1])) != 0"),
    // Wider and narrower elements, integers and floating-point numbers.
    ("pmovsxbw128", "v8hi v16qi", "a[$]"),
    ("pmovsxbd128", "v4si v16qi", "a[$]"),
    ("pmovsxbq128", "v2di v16qi", "a[$]"),
    ("pmovsxwd128", "v4si v8hi", "a[$]"),
    ("pmovsxwq128", "v2di v8hi", "a[$]"),
    ("pmovsxdq128", "v2di v4si", "a[$]"),
    ("pmovzxbw128", "v8hi v16qi", "(uchar)a[$]"),
    ("pmovzxbd128", "v4si v16qi", "(uchar)a[$]"),
    ("pmovzxbq128", "v2di v16qi", "(uchar)a[$]"),
    ("pmovzxwd128", "v4si v8hi", "(ushort)a[$]"),
    ("pmovzxwq128", "v2di v8hi", "(ushort)a[$]"),
    ("pmovzxdq128", "v2di v4si", "(unsigned)a[$]"),
    ("cvtdq2ps", "v4sf v4si", "(float)a[$]"),
    ("cvtdq2pd", "v2df v4si", "a[$]"),
    ("cvtps2pd", "v2df v4sf", "a[$]"),
    ("cvtpd2ps", "v4sf v2df", "$ < 2 ? (float)a[$ % 2] : 0"),
    ("cvtps2dq", "v4si v4sf", "__cut(__model_rint(a[$]))"),
    ("cvttps2dq", "v4si v4sf", "__cut(a[$])"),
    ("cvtpd2dq", "v4si v2df", "$ < 2 ? __cut(__model_rint(a[$ % 2])) : 0"),
    ("cvttpd2dq", "v4si v2df", "$ < 2 ? __cut(a[$ % 2]) : 0"),
    ("cvtpi2ps", "v4sf v4sf v2si", "$ < 2 ? (float)b[$ % 2] : a[$]"),
    ("cvtpi2pd", "v2df v2si", "a[$]"),
    ("cvtps2pi", "v2si v4sf", "__cut(__model_rint(a[$]))"),
    ("cvttps2pi", "v2si v4sf", "__cut(a[$])"),
    ("cvtpd2pi", "v2si v2df", "__cut(__model_rint(a[$]))"),
    ("cvttpd2pi", "v2si v2df", "__cut(a[$])"),
    ("cvtss2sd", "v2df v2df v4sf", "$ ? a[$] : b[0]"),
    ("cvtsd2ss", "v4sf v4sf v2df", "$ ? a[$] : (float)b[0]"),
    ("cvtsi2ss", "v4sf v4sf int", "$ ? a[$] : (float)b"),
    ("cvtsi2sd", "v2df v2df int", "$ ? a[$] : b"),
    ("cvtsi642ss", "v4sf v4sf llong", "$ ? a[$] : (float)b"),
    ("cvtsi642sd", "v2df v2df llong", "$ ? a[$] : (double)b"),
    ("cvtss2si", "int v4sf", "= __cut(__model_rint(a[0]))"),
    ("cvtsd2si", "int v2df", "= __cut(__model_rint(a[0]))"),
    ("cvttss2si", "int v4sf", "= __cut(a[0])"),
    ("cvttsd2si", "int v2df", "= __cut(a[0])"),
    ("cvtss2si64", "llong v4sf", "= __cut64(__model_rint(a[0]))"),
    ("cvtsd2si64", "llong v2df", "= __cut64(__model_rint(a[0]))"),
    ("cvttss2si64", "llong v4sf", "= __cut64(a[0])"),
    ("cvttsd2si64", "llong v2df", "= __cut64(a[0])"),
    // Arithmetic of floating-point numbers. Of numbers that are no numbers or are both zero the second one is the extreme.
    ("addss", "v4sf v4sf v4sf", "$ ? a[$] : a[0] + b[0]"),
    ("subss", "v4sf v4sf v4sf", "$ ? a[$] : a[0] - b[0]"),
    ("mulss", "v4sf v4sf v4sf", "$ ? a[$] : a[0] * b[0]"),
    ("divss", "v4sf v4sf v4sf", "$ ? a[$] : a[0] / b[0]"),
    ("addsd", "v2df v2df v2df", "$ ? a[$] : a[0] + b[0]"),
    ("subsd", "v2df v2df v2df", "$ ? a[$] : a[0] - b[0]"),
    ("mulsd", "v2df v2df v2df", "$ ? a[$] : a[0] * b[0]"),
    ("divsd", "v2df v2df v2df", "$ ? a[$] : a[0] / b[0]"),
    ("minps", "v4sf v4sf v4sf", "a[$] < b[$] ? a[$] : b[$]"),
    ("maxps", "v4sf v4sf v4sf", "a[$] > b[$] ? a[$] : b[$]"),
    ("minpd", "v2df v2df v2df", "a[$] < b[$] ? a[$] : b[$]"),
    ("maxpd", "v2df v2df v2df", "a[$] > b[$] ? a[$] : b[$]"),
    ("minss", "v4sf v4sf v4sf", "$ || a[0] < b[0] ? a[$] : b[$]"),
    ("maxss", "v4sf v4sf v4sf", "$ || a[0] > b[0] ? a[$] : b[$]"),
    ("minsd", "v2df v2df v2df", "$ || a[0] < b[0] ? a[$] : b[$]"),
    ("maxsd", "v2df v2df v2df", "$ || a[0] > b[0] ? a[$] : b[$]"),
    ("sqrtps", "v4sf v4sf", "__model_sqrtf(a[$])"),
    ("sqrtpd", "v2df v2df", "__model_sqrt(a[$])"),
    ("sqrtss", "v4sf v4sf", "$ ? a[$] : __model_sqrtf(a[0])"),
    ("sqrtsd", "v2df v2df", "$ ? a[$] : __model_sqrt(a[0])"),
    ("andps", "v4sf/v4si v4si v4si", "a[$] & b[$]"),
    ("andnps", "v4sf/v4si v4si v4si", "~a[$] & b[$]"),
    ("orps", "v4sf/v4si v4si v4si", "a[$] | b[$]"),
    ("xorps", "v4sf/v4si v4si v4si", "a[$] ^ b[$]"),
    ("andpd", "v2df/v2di v2di v2di", "a[$] & b[$]"),
    ("andnpd", "v2df/v2di v2di v2di", "~a[$] & b[$]"),
    ("orpd", "v2df/v2di v2di v2di", "a[$] | b[$]"),
    ("xorpd", "v2df/v2di v2di v2di", "a[$] ^ b[$]"),
    // The remainder of a division of polynomials, bit by bit.
    ("crc32qi", "unsigned unsigned uchar", "= __crc32(a, b, 8)"),
    ("crc32hi", "unsigned unsigned ushort", "= __crc32(a, b, 16)"),
    ("crc32si", "unsigned unsigned unsigned", "= __crc32(a, b, 32)"),
    ("crc32di", "ullong ullong ullong", "= __crc32(__crc32((unsigned)a, (unsigned)b, 32), (unsigned)(b >> 32), 32)"),
];

/// Comparisons of floating-point numbers: the middle of `cmpltps`, and the condition.
const COMPARISONS: &[(&str, &str)] = &[
    ("eq", "a[$] == b[$]"),
    ("lt", "a[$] < b[$]"),
    ("le", "a[$] <= b[$]"),
    ("gt", "a[$] > b[$]"),
    ("ge", "a[$] >= b[$]"),
    ("neq", "a[$] != b[$]"),
    ("nlt", "!(a[$] < b[$])"),
    ("nle", "!(a[$] <= b[$])"),
    ("ngt", "!(a[$] > b[$])"),
    ("nge", "!(a[$] >= b[$])"),
    ("ord", "a[$] == a[$] && b[$] == b[$]"),
    ("unord", "a[$] != a[$] || b[$] != b[$]"),
];

/// What models need beside the types.
const HELPERS: &str = "typedef unsigned char uchar; typedef unsigned short ushort; typedef long long llong; typedef unsigned long long ullong;
int __any_int(void); float __model_sqrtf(float); double __model_sqrt(double); double __model_rint(double);
static int __to_byte(int x) { return x > 127 ? 127 : x < -128 ? -128 : x; }
static int __to_word(int x) { return x > 32767 ? 32767 : x < -32768 ? -32768 : x; }
static int __to_unsigned_byte(int x) { return x > 255 ? 255 : x < 0 ? 0 : x; }
static int __to_unsigned_word(int x) { return x > 65535 ? 65535 : x < 0 ? 0 : x; }
static int __apart(char x, char y) { return (uchar)x < (uchar)y ? (uchar)y - (uchar)x : (uchar)x - (uchar)y; }
static int __cut(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int)x : -2147483647 - 1; }
static llong __cut64(double x) { return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (llong)x : -9223372036854775807LL - 1; }
static unsigned __crc32(unsigned crc, unsigned data, int bits) {
  crc ^= data;
  for (int i = 0; i < bits; i++) crc = crc >> 1 ^ (0x82f63b78u & -(crc & 1));
  return crc;
}
";

/// A function: the types of the result and the parameters, and its meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intrinsic {
    /// As in [`Row`], the result first.
    pub types: Vec<String>,
    meaning: String,
}

/// What is known of a function with this name.
pub fn known(name: &str) -> Option<Intrinsic> {
    let name = name.strip_prefix(PREFIX)?;
    let row = |wanted: &str| ROWS.iter().find(|(name, ..)| *name == wanted);
    let made = |&(_, types, meaning): &Row| Intrinsic { types: types.split(' ').map(str::to_owned).collect(), meaning: meaning.to_owned() };
    if let Some(found) = row(name) {
        return Some(made(found));
    }
    if let Some(found) = row(&format!("{name}128")) {
        let Intrinsic { types, meaning } = made(found);
        return Some(Intrinsic { types: types.iter().map(|ty| ty.split('/').map(half).collect::<Vec<_>>().join("/")).collect(), meaning });
    }
    comparison(name)
}

fn comparison(name: &str) -> Option<Intrinsic> {
    let types = |types: &str| types.split(' ').map(str::to_owned).collect();
    let condition = |name: &str| COMPARISONS.iter().find(|(middle, _)| *middle == name).map(|(_, condition)| *condition);
    if let Some(rest) = name.strip_prefix("cmp") {
        let (middle, kind) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let condition = condition(middle)?;
        let first = condition.replace('$', "0");
        return Some(match kind {
            "ps" => Intrinsic { types: types("v4sf/v4si v4sf v4sf"), meaning: format!("-({condition})") },
            "pd" => Intrinsic { types: types("v2df/v2di v2df v2df"), meaning: format!("-({condition})") },
            "ss" => Intrinsic { types: types("v4sf/v4si v4sf v4sf"), meaning: format!("$ ? ((v4si)a)[$] : -({first})") },
            "sd" => Intrinsic { types: types("v2df/v2di v2df v2df"), meaning: format!("$ ? ((v2di)a)[$] : -({first})") },
            _ => return None,
        });
    }
    let rest = name.strip_prefix('u').unwrap_or(name);
    let (middle, vector) = match rest.strip_prefix("comisd") {
        Some(middle) => (middle, "v2df"),
        None => (rest.strip_prefix("comi")?, "v4sf"),
    };
    let condition = condition(middle)?.replace('$', "0");
    // Of what is no number compilers, and versions of them, say different things.
    let meaning = match middle {
        "gt" | "ge" => format!("= {condition}"),
        _ => format!("= a[0] == a[0] && b[0] == b[0] ? {condition} : __any_int() & 1"),
    };
    Some(Intrinsic { types: types(&format!("int {vector} {vector}")), meaning })
}

/// The number of elements of a vector type and the code of their type: of `v4si`, 4 and `si`.
pub fn vector(ty: &str) -> Option<(u64, &str)> {
    let rest = ty.strip_prefix('v')?;
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    Some((rest[..digits].parse().ok()?, &rest[digits..]))
}

/// The vector type of half the length.
fn half(ty: &str) -> String {
    vector(ty).map_or_else(|| ty.to_owned(), |(count, elem)| format!("v{}{elem}", count / 2))
}

/// A type as the models write it.
fn spelled(ty: &str) -> String {
    match ty.strip_prefix('p') {
        Some(to) => match to.strip_prefix('c').filter(|to| *to != "har") {
            Some(to) => format!("const {to} *"),
            None => format!("{to} *"),
        },
        None => ty.to_owned(),
    }
}

/// A file with models of those of the functions that are intrinsics; `None` if there is none.
pub fn models(functions: &[&str]) -> Option<String> {
    let called: Vec<_> = functions.iter().filter_map(|name| Some((*name, known(name)?))).collect();
    if called.is_empty() {
        return None;
    }
    let mut text = String::new();
    for count in [1, 2, 4, 8, 16] {
        for (code, elem) in [("qi", "char"), ("hi", "short"), ("si", "int"), ("di", "long long"), ("sf", "float"), ("df", "double")] {
            let size = match code {
                "qi" => 1,
                "hi" => 2,
                "si" | "sf" => 4,
                _ => 8,
            };
            let _ = writeln!(text, "typedef {elem} v{count}{code} __attribute__((vector_size({})));", count * size);
        }
    }
    text.push_str(HELPERS);
    for (name, intrinsic) in called {
        model(&mut text, name, &intrinsic);
    }
    Some(text)
}

fn model(text: &mut String, name: &str, intrinsic: &Intrinsic) {
    let Intrinsic { types, meaning } = intrinsic;
    let Some((result, params)) = types.split_first() else { return };
    let (result, computed) = result.split_once('/').unwrap_or((result, result));
    let params: Vec<_> = params.iter().zip('a'..).map(|(ty, name)| format!("{} {name}", spelled(ty))).collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let plain = super::plain_name(name);
    let _ = writeln!(text, "{result} {}{plain}({params}) {{", super::models::MODEL_PREFIX);
    let elements = |ty: &str| vector(ty).map_or(0, |(count, _)| count);
    let at = |meaning: &str, index: u64, count: u64| meaning.replace('$', &index.to_string()).replace('N', &count.to_string());
    let (form, rest) = meaning.split_at_checked(1).unwrap_or(("", ""));
    match form {
        "=" => {
            let ret = if result == "void" { "" } else { "return" };
            let _ = writeln!(text, "  {ret}{rest};");
        }
        "|" | "!" => {
            let count = types.iter().skip(1).map(|ty| elements(ty)).max().unwrap_or(0);
            let parts: Vec<_> = (0..count).map(|index| at(rest, index, count)).collect();
            let _ = match form {
                "|" => writeln!(text, "  return {};", parts.join(" |")),
                _ => writeln!(text, " {};", parts.join(";")),
            };
        }
        _ => {
            let count = elements(computed);
            let _ = writeln!(text, "  {computed} r;");
            for index in 0..count {
                let _ = writeln!(text, "  r[{index}] = {};", at(meaning, index, count));
            }
            let _ = writeln!(text, "  return ({result})r;");
        }
    }
    text.push_str("}\n");
}
