//! Tests of the language: the cases in `cases.json`, and properties that no table can show.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::json;

use super::*;

#[derive(Deserialize)]
struct Cases {
    values: Vec<ValueCase>,
    effects: Vec<EffectCase>,
}

#[derive(Deserialize)]
struct ValueCase {
    expression: String,
    #[serde(flatten)]
    around: TestContext,
    #[serde(default)]
    value: Value,
    error: Option<Failure>,
}

#[derive(Deserialize)]
struct EffectCase {
    effect: String,
    #[serde(flatten)]
    around: TestContext,
    #[serde(default)]
    becomes: Variables,
    error: Option<Failure>,
}

#[derive(Deserialize)]
struct Failure {
    at: usize,
    says: String,
}

#[derive(Default, Deserialize)]
struct TestContext {
    #[serde(default)]
    variables: Variables,
    #[serde(default)]
    visits: BTreeMap<String, u32>,
    /// The seed, and how many nodes were entered.
    #[serde(default)]
    dice: (u32, usize),
    #[serde(skip)]
    rolled: OnceCell<Dice>,
}

impl EvalContext for TestContext {
    fn variables(&self) -> &Variables {
        &self.variables
    }

    fn visits(&self, title: Option<&str>) -> u32 {
        let title = title.unwrap_or_default();
        let found = self.visits.get(title).or_else(|| {
            let wanted = title.to_lowercase();
            let mut all = self.visits.iter();
            all.find(|(it, _)| it.to_lowercase() == wanted)
                .map(|it| it.1)
        });
        found.copied().unwrap_or_default()
    }

    fn random(&self, used: RandomUse<'_>, low: f64, high: f64) -> f64 {
        let dice = || Dice::new(self.dice.0, self.dice.1);
        self.rolled.get_or_init(dice).roll(used, low, high)
    }
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

#[track_caller]
fn check_error(source: &str, error: &ParseError, expected: &Failure) {
    let message = error.to_string();
    assert!(message.contains(&expected.says), "{source}: {message}");
    assert_eq!(error.at, expected.at, "{source}: {message}");
}

#[test]
fn parse_errors_have_a_kind_and_a_position() {
    let message_of = |source: &str| {
        let error = source.parse::<Effect>().unwrap_err();
        serde_json::to_value(error.said()).unwrap()
    };
    let up = json!({ "at": 6, "what": "source_no_equals", "parts": { "found": "`up`" } });
    assert_eq!(message_of("gold up"), up);
    let ends = json!({ "at": 7, "what": "source_ends", "parts": {} });
    assert_eq!(message_of("gold ="), ends);
    let text = json!({ "at": 10, "what": "source_unexpected", "parts": { "found": "\"b\"" } });
    assert_eq!(message_of("gold = 5 \"b\""), text);
}

#[test]
fn expressions_evaluate_as_in_cases_json() {
    for case in cases().values {
        let source = &case.expression;
        match (source.parse::<Expression>(), &case.error) {
            (Ok(read), None) => assert_eq!(read.value(&case.around), case.value, "{source}"),
            (Err(error), Some(expected)) => check_error(source, &error, expected),
            (Ok(read), Some(_)) => panic!("{source} was read as {read:?}"),
            (Err(error), None) => panic!("{source}: {error}"),
        }
    }
}

#[test]
fn effects_apply_as_in_cases_json() {
    for case in cases().effects {
        let source = &case.effect;
        match (source.parse::<Effect>(), &case.error) {
            (Ok(read), None) => {
                let mut variables = case.around.variables.clone();
                read.apply(&mut variables, &case.around);
                assert_eq!(variables, case.becomes, "{source}");
            }
            (Err(error), Some(expected)) => check_error(source, &error, expected),
            (Ok(read), Some(_)) => panic!("{source} was read as {read:?}"),
            (Err(error), None) => panic!("{source}: {error}"),
        }
    }
}

#[test]
fn rejects_sources_that_are_too_long_or_too_deep() {
    let refused = |source: &str| source.parse::<Expression>().unwrap_err().message;
    assert!(refused(&"(".repeat(999)).contains("operations"));
    assert!(refused(&"not ".repeat(200)).contains("operations"));
    assert!(refused(&"1+".repeat(400)).contains("operations"));
    assert!(refused(&"雨".repeat(1_001)).contains("at most 1000"));
    let effect = format!("a = {}1; b = {}1", "1+".repeat(99), "1+".repeat(99));
    assert_eq!(effect.parse::<Effect>().unwrap().0.len(), 2);
}

#[test]
fn text_values_are_capped_in_length() {
    let effect: Effect = "a += a".parse().unwrap();
    let mut variables = Variables::from([("a".to_owned(), Value::text("雨"))]);
    for _ in 0..40 {
        effect.apply(&mut variables, &TestContext::default());
    }
    assert_eq!(variables["a"], Value::text("雨".repeat(MAX_TEXT)));
}

#[test]
fn values_round_trip_through_json() {
    for (value, json) in [
        (Value::number(5.0), "5"),
        (Value::number(2.5), "2.5"),
        (Value::text("5"), "\"5\""),
        (Value::Boolean(true), "true"),
        (Value::Unset, "null"),
    ] {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<Value>(json).unwrap(), value);
    }
}

proptest! {
    #[test]
    fn parsing_never_panics(
        parts in prop::collection::vec(prop::sample::select(vec![
            "gold", "金币", "visited(", "random(", ",", "\"x\"", "“", "(", ")", "and", "or", "not", "!", "-", "+",
            "*", "/", "1", "0", ".5", "=", "==", "<", ";", "\n", " ", "true", "$", "\\", "１",
        ]), 0..40),
    ) {
        let source = parts.join(" ");
        let around = TestContext::default();
        match source.parse::<Expression>() {
            Ok(read) => _ = read.value(&around),
            Err(error) => prop_assert!(error.at <= source.chars().count() + 1),
        }
        if let Ok(read) = source.parse::<Effect>() {
            read.apply(&mut Variables::new(), &around);
        }
    }

    #[test]
    fn numbers_are_rounded_once(one in -1e12..1e12) {
        let once = Value::number(one);
        let Value::Number(it) = once else {
            return Err(TestCaseError::fail("not a number"));
        };
        prop_assert_eq!(Value::number(it), once);
    }

    #[test]
    fn numbers_stay_finite_and_bounded(one in any::<f64>(), other in any::<f64>()) {
        let (one, other) = (Value::number(one), Value::number(other));
        for operator in [Operator::Add, Operator::Subtract, Operator::Multiply, Operator::Divide] {
            let Value::Number(it) = operator.apply(&one, &other) else {
                return Err(TestCaseError::fail("not a number"));
            };
            prop_assert!(it.abs() <= MAX_NUMBER);
            prop_assert_eq!(Value::number(it), Value::Number(it));
        }
    }
}

/// Any expression that can be typed: number literals have no sign.
fn any_expression() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        (0..50_u32).prop_map(|it| Expression::Literal(Value::number(f64::from(it) / 4.0))),
        any::<bool>().prop_map(|it| Expression::Literal(Value::Boolean(it))),
        "[a\"\\\\ 雨]{0,4}".prop_map(|it| Expression::Literal(Value::text(it))),
        "[a-c]".prop_map(Expression::Variable),
        proptest::option::of("[A\"]{1,2}").prop_map(Expression::Visits),
        proptest::option::of("[A\"]{1,2}").prop_map(Expression::Visited),
    ];
    let operator = proptest::sample::select(vec![
        Operator::Or,
        Operator::And,
        Operator::Equal,
        Operator::NotEqual,
        Operator::Less,
        Operator::GreaterOrEqual,
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Divide,
    ]);
    leaf.prop_recursive(5, 24, 2, move |inner| {
        prop_oneof![
            inner.clone().prop_map(|it| Expression::Not(Box::new(it))),
            inner
                .clone()
                .prop_map(|it| Expression::Negate(Box::new(it))),
            (operator.clone(), inner.clone(), inner).prop_map(|(operator, one, other)| {
                Expression::Binary(operator, Box::new(one), Box::new(other))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn displayed_expressions_parse_to_the_same_expression(it in any_expression()) {
        let written = it.to_string();
        prop_assert_eq!(written.parse::<Expression>(), Ok(it.clone()), "{}", written);
        let effect = Effect(vec![Assignment { name: "a".into(), value: it }; 2]);
        let written = effect.to_string();
        prop_assert_eq!(written.parse::<Effect>(), Ok(effect), "{}", written);
    }
}
