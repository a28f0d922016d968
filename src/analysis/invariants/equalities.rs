//! Polynomial equations that all of some points satisfy. Linear algebra modulo a large prime; what comes out is a guess with small coefficients.

/// 2^61 - 1.
const PRIME: i128 = (1 << 61) - 1;
/// Coefficients are no larger.
const LARGEST: i128 = 1 << 12;

/// A sum of products of variables (by their numbers, ascending; none for 1), each with its coefficient, that is zero.
pub(crate) type Equation = Vec<(i128, Vec<usize>)>;

/// Products of at most `degree` of `variables` variables, by degree.
pub(crate) fn monomials(variables: usize, degree: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    let mut last = vec![Vec::new()];
    for _ in 0..degree {
        let mut next = Vec::new();
        for product in &last {
            let first: usize = product.last().copied().unwrap_or(0);
            for variable in first..variables {
                let mut longer: Vec<usize> = product.clone();
                longer.push(variable);
                next.push(longer);
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    all
}

/// Equations among these monomials that hold at all points: each says what one monomial is in terms of earlier ones. None if the points are too few to
/// tell.
pub(crate) fn equations(points: &[Vec<i128>], monomials: &[Vec<usize>]) -> Vec<Equation> {
    if points.len() < monomials.len() + 3 { Vec::new() } else { equations_of_few(points, monomials) }
}

/// The same where every point counts, since values grow so fast that there are only few.
pub(crate) fn equations_of_few(points: &[Vec<i128>], monomials: &[Vec<usize>]) -> Vec<Equation> {
    if points.len() < monomials.len() {
        return Vec::new();
    }
    let rows = points.iter().map(|p| monomials.iter().map(|m| m.iter().fold(1, |product, &v| product * p[v] % PRIME).rem_euclid(PRIME)).collect());
    let (rows, pivots) = reduced(rows.collect());
    let mut found = Vec::new();
    for free in (0..monomials.len()).filter(|c| !pivots.contains(c)) {
        let mut parts = vec![(1, 1, free)];
        for (row, &pivot) in rows.iter().zip(&pivots) {
            if row[free] != 0 {
                let Some((numerator, denominator)) = fraction(PRIME - row[free]) else {
                    parts.clear();
                    break;
                };
                parts.push((numerator, denominator, pivot));
            }
        }
        let common = parts.iter().try_fold(1, |all, (_, d, _)| Some(all / gcd(all, *d) * d).filter(|c| *c <= LARGEST));
        let Some(common) = common.filter(|_| !parts.is_empty()) else { continue };
        let equation: Equation = parts.iter().map(|(n, d, m)| (n * (common / d), monomials[*m].clone())).collect();
        if equation.iter().all(|(c, _)| c.abs() <= LARGEST) && points.iter().all(|p| holds(&equation, p)) {
            found.push(equation);
        }
    }
    found
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn holds(equation: &Equation, point: &[i128]) -> bool {
    let product = |(c, m): &(i128, Vec<usize>)| m.iter().try_fold(*c, |product, &v| product.checked_mul(point[v]));
    equation.iter().try_fold(0i128, |sum, part| sum.checked_add(product(part)?)) == Some(0)
}

/// Row echelon form with ones at the pivots and zeros elsewhere in their columns, and the pivots' columns. `x_pivot = - sum row[free] x_free`.
fn reduced(mut rows: Vec<Vec<i128>>) -> (Vec<Vec<i128>>, Vec<usize>) {
    let columns = rows.first().map_or(0, Vec::len);
    let mut pivots = Vec::new();
    for column in 0..columns {
        let at = pivots.len();
        let Some(found) = (at..rows.len()).find(|&r| rows[r][column] != 0) else { continue };
        rows.swap(at, found);
        let inverse = power(rows[at][column], PRIME - 2);
        for value in &mut rows[at] {
            *value = *value * inverse % PRIME;
        }
        let pivot = rows[at].clone();
        for (r, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if r != at && factor != 0 {
                for (value, p) in row.iter_mut().zip(&pivot) {
                    *value = (*value - factor * p).rem_euclid(PRIME);
                }
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    (rows, pivots)
}

fn power(base: i128, exponent: i128) -> i128 {
    let (mut result, mut base, mut exponent) = (1, base, exponent);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    result
}

/// The fraction of small numbers that is this modulo the prime (Wang, "A p-adic algorithm for univariate partial fractions", 1981).
fn fraction(value: i128) -> Option<(i128, i128)> {
    let (mut r0, mut r1, mut t0, mut t1) = (PRIME, value.rem_euclid(PRIME), 0i128, 1i128);
    while r1 > LARGEST {
        let q = r0 / r1;
        (r0, r1) = (r1, r0 - q * r1);
        (t0, t1) = (t1, t0 - q * t1);
    }
    let (numerator, denominator) = if t1 < 0 { (-r1, -t1) } else { (r1, t1) };
    (denominator != 0 && denominator <= LARGEST).then_some((numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_sums_of_squares_are() {
        // 6 s = n (n + 1) (2 n + 1), d = 2 n + 3
        let points: Vec<Vec<i128>> = (0..30).map(|n| vec![n, 2 * n + 3, n * (n + 1) * (2 * n + 1) / 6]).collect();
        let linear = equations(&points, &monomials(3, 1));
        assert_eq!(linear, [vec![(1, vec![1]), (-3, vec![]), (-2, vec![0])]]);
        let points: Vec<Vec<i128>> = points.iter().map(|p| vec![p[0], p[2]]).collect();
        let cubic = equations(&points, &[vec![], vec![0], vec![0, 0], vec![0, 0, 0], vec![1]]);
        assert_eq!(cubic, [vec![(6, vec![1]), (-1, vec![0]), (-3, vec![0, 0]), (-2, vec![0, 0, 0])]]);
    }

    #[test]
    fn few_points_prove_nothing() {
        assert!(equations(&[vec![1, 2], vec![2, 4]], &monomials(2, 1)).is_empty());
        let apart: Vec<Vec<i128>> = (0..20).map(|i| vec![i, i * i % 7]).collect();
        assert!(equations(&apart, &monomials(2, 1)).is_empty());
    }
}
