//! Assignments under conditions, which are one assignment here: `gold = if(met, gold + 1, gold)`.

use model::play::{Assignment, Expression, Value};

use super::block_prose::Command;
use super::read::{NameResolver, assignment, condition};

/// The most assignments and conditions of a block that are read as an effect.
const MAX_COMMANDS: usize = 24;

/// The values of an assignment with their conditions; the last may have none. One that keeps the
/// variable unchanged where no condition holds is left out.
pub(crate) fn conditional_values(it: &Assignment) -> Vec<(Option<&Expression>, &Expression)> {
    let mut found = Vec::new();
    let mut value = &it.value;
    while let Expression::If(parts) = value {
        let [condition, one, other] = &**parts;
        found.push((Some(condition), one));
        value = other;
    }
    let is_kept = *value == Expression::Variable(it.name.clone());
    if !is_kept || found.is_empty() {
        found.push((None, value));
    }
    found
}

/// The assignments of a block that changes variables under conditions and does nothing else; `None` if it
/// cannot be said as assignments that happen one after the other.
pub(crate) fn conditional_assignments(
    block: &[Command<'_>],
    names: &dyn NameResolver,
) -> Option<Vec<Assignment>> {
    (block.len() <= MAX_COMMANDS).then_some(())?;
    let mut branches: Vec<(Expression, Vec<Assignment>)> = Vec::new();
    for command in block {
        let holds = match command {
            Command::If(source) | Command::ElseIf(source) => condition(source, names)?,
            Command::Else => Expression::Literal(Value::Boolean(true)),
            Command::Set(source) => {
                branches.last_mut()?.1.push(assignment(source, names)?);
                continue;
            }
            Command::EndIf => break,
        };
        branches.push((holds, Vec::new()));
    }
    let mut changed: Vec<&str> = Vec::new();
    for it in branches.iter().flat_map(|it| &it.1) {
        if !changed.contains(&it.name.as_str()) {
            changed.push(&it.name);
        }
    }
    is_independent(&branches, &changed).then_some(())?;
    Some(changed.iter().map(|it| combined(it, &branches)).collect())
}

/// Whether the order in which variables change makes no difference.
fn is_independent(branches: &[(Expression, Vec<Assignment>)], changed: &[&str]) -> bool {
    let reads_others = |it: &Assignment| {
        let reads = it.value.reads();
        reads
            .iter()
            .any(|read| *read != it.name && changed.contains(read))
    };
    let asks_for_changed = |it: &Expression| it.reads().iter().any(|it| changed.contains(it));
    branches.iter().all(|(condition, assignments)| {
        let is_once = |it: &Assignment| {
            assignments
                .iter()
                .filter(|other| other.name == it.name)
                .count()
                == 1
        };
        let is_sound = assignments
            .iter()
            .all(|it| is_once(it) && !reads_others(it));
        is_sound && (changed.len() == 1 || !asks_for_changed(condition))
    })
}

/// What all branches do to one variable.
fn combined(name: &str, branches: &[(Expression, Vec<Assignment>)]) -> Assignment {
    let unchanged = || Expression::Variable(name.to_owned());
    let assigned = |assignments: &[Assignment]| {
        let found = assignments.iter().find(|it| it.name == name);
        found.map(|it| it.value.clone())
    };
    let mut value = unchanged();
    for (condition, assignments) in branches.iter().rev() {
        let own = assigned(assignments);
        let is_always = *condition == Expression::Literal(Value::Boolean(true));
        value = match own {
            None if value == unchanged() => value,
            own if is_always => own.unwrap_or_else(unchanged),
            own => {
                let own = own.unwrap_or_else(unchanged);
                Expression::If(Box::new([condition.clone(), own, value]))
            }
        };
    }
    Assignment {
        name: name.to_owned(),
        value,
    }
}
