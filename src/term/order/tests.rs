use super::*;
use crate::eval::Evaluator;
use base::Bits;

/// Two chains of two nodes, the second one made after the first node of the first.
fn small() -> (Order, [NodeId; 4]) {
    let mut order = Order::default();
    let (one, other) = (order.chain(), order.chain());
    let a = order.node(one, &[]);
    let b = order.node(one, &[]);
    let c = order.node(other, &[a]);
    let d = order.node(other, &[]);
    (order, [a, b, c, d])
}

#[test]
fn what_is_made_after_something_comes_after_all_before_it() {
    let (order, [a, b, c, d]) = small();
    assert_eq!(order.before(a, d), Before::Always);
    assert_eq!(order.before(d, a), Before::Never);
    assert_eq!(order.before(b, c), Before::Untold);
    assert_eq!(order.before(c, c), Before::Never);
}

#[test]
fn circles_are_not_sorted() {
    let (mut order, [_, b, c, d]) = small();
    let mut pool = TermPool::new();
    let behind = order.when_before(&mut pool, d, b);
    let ahead = order.when_before(&mut pool, b, c);
    let (Before::If(one, false), Before::If(other, true)) = (order.before(d, b), order.before(b, c)) else { panic!("both are told, by numbers of nodes") };
    assert_eq!((one, other), (0, 1));
    // `d` before `b` before `c` before `d`.
    let model = |first: bool, second: bool| {
        let bits = |truth| Bits::new(1, u128::from(truth));
        [(order.relations()[0].holds, bits(first)), (order.relations()[1].holds, bits(second))].into_iter().collect()
    };
    for (first, second) in [(false, false), (false, true), (true, false), (true, true)] {
        let values = model(first, second);
        let mut evaluator = Evaluator::new(&values);
        let is_circle = evaluator.value(&pool, behind).is_true() && evaluator.value(&pool, ahead).is_true();
        let sorted = order.sorted(|holds| evaluator.value(&pool, holds).is_true());
        assert_eq!(sorted.is_none(), is_circle, "{first} {second}");
        if let Some(sorted) = sorted {
            let mut evaluator = Evaluator::new(&values);
            assert_eq!(sorted[b] < sorted[c], evaluator.value(&pool, ahead).is_true());
            assert_eq!(sorted[d] < sorted[b], evaluator.value(&pool, behind).is_true());
        }
    }
}

#[test]
fn a_chain_goes_on_as_long_as_it_can() {
    let (order, [a, b, c, d]) = small();
    let sorted = order.sorted(|_| false).expect("nothing is told of pairs");
    assert_eq!([a, b, c, d].map(|node| sorted[node]), [0, 1, 2, 3]);
}
