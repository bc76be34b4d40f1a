//! The walks and the verdicts beneath the check, against the plainest way to work them out.

use proptest::prelude::*;

use super::certain::{Known, never_holds};
use super::shape::Shape;
use crate::play::{Expression, Surroundings, Value, Variables};

/// Whether each of two nodes can be reached from the other, step by step.
fn table(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<bool>> {
    let mut table = vec![vec![false; count]; count];
    for (node, row) in table.iter_mut().enumerate() {
        row[node] = true;
    }
    for &(from, to) in edges {
        table[from][to] = true;
    }
    for middle in 0..count {
        for from in 0..count {
            for to in 0..count {
                table[from][to] |= table[from][middle] && table[middle][to];
            }
        }
    }
    table
}

struct Holding(Variables);

impl Surroundings for Holding {
    fn variables(&self) -> &Variables {
        &self.0
    }

    fn visits(&self, _: Option<&str>) -> u32 {
        0
    }
}

#[test]
fn a_story_of_one_long_line_is_walked() {
    let count = 100_000;
    let edges: Vec<_> = (1..count).map(|it| (it - 1, it)).collect();
    let shape = Shape::from_pairs(count, &edges);
    let mut marks = vec![false; count];
    shape.reach([0], &mut marks);
    assert!(marks.iter().all(|it| *it));
    assert_eq!(shape.knots().1, count);
}

proptest! {
    #[test]
    fn reach_and_knots_agree_with_the_table(
        edges in prop::collection::vec((0..9_usize, 0..9_usize), 0..20),
    ) {
        let shape = Shape::from_pairs(9, &edges);
        let table = table(9, &edges);
        let (knot, _) = shape.knots();
        for from in 0..9 {
            let mut marks = vec![false; 9];
            shape.reach([from], &mut marks);
            prop_assert_eq!(&marks, &table[from]);
            for to in 0..9 {
                prop_assert_eq!(knot[from] == knot[to], table[from][to] && table[to][from]);
                if table[from][to] {
                    prop_assert!(knot[from] >= knot[to]);
                }
            }
        }
    }

    /// Whatever a variable may hold, a condition that is said never to hold does not.
    #[test]
    fn what_never_holds_does_not(
        parts in prop::collection::vec((
            prop::sample::select(vec!["a", "b", "not a", "not b"]),
            prop::sample::select(vec!["", " == ", " != ", " < ", " <= ", " > ", " >= "]),
            prop::sample::select(vec!["0", "2", "-1", "2.000001", "\"x\"", "\"xa\"", "\"\"", "true"]),
            prop::sample::select(vec![" and ", " or "]),
        ), 1..5),
        one in prop::sample::select(values()),
        other in prop::sample::select(values()),
    ) {
        let mut source = String::new();
        for (name, operator, literal, join) in &parts {
            if !source.is_empty() {
                source += join;
            }
            source += name;
            if !operator.is_empty() {
                source += operator;
                source += literal;
            }
        }
        let condition: Expression = source.parse().unwrap();
        let mut known = Known::default();
        known.touched("a");
        known.touched("b");
        if never_holds(&condition, &known) {
            let variables = [("a".to_owned(), one), ("b".to_owned(), other)];
            prop_assert!(!condition.holds(&Holding(variables.into())), "{}", source);
        }
    }
}

fn values() -> Vec<Value> {
    let mut values: Vec<Value> = [-2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 2.000001, 2.000002, 9.0]
        .map(Value::Number)
        .into();
    values.extend(["", "a", "x", "x\u{0}", "xA", "xa", "xab", "z"].map(Value::text));
    values.extend([Value::Boolean(true), Value::Boolean(false), Value::Unset]);
    values
}
