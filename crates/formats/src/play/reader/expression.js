// The language of conditions and effects, worked out on expressions that were read at export:
// ["=", value], ["$", variable], ["#", title or null] (visits), ["?", title or null] (visited),
// ["else"] (nothing else can be taken), ["not", a], ["neg", a], ["if", a, b, c], [operator, a, b].
// ["random", a, b] (a whole number from a to b). `around` is { variables: a Map, visits: a function of a
// title or null, dice, otherwise: a function that says whether nothing else can be taken }. A value is
// a number, a string, a boolean, or null for what was never set. Always gives the same answer as the
// program that wrote the page.

const MAX_NUMBER = 1e12;
const MAX_TEXT = 1000;
const STEPS = 1e6;

function numberOf(it) {
  if (Number.isNaN(it)) return 0;
  const bounded = Math.min(Math.max(it, -MAX_NUMBER), MAX_NUMBER);
  if (Math.trunc(bounded) === bounded) return bounded + 0;
  const steps = Math.abs(bounded) * STEPS;
  // Of a large number the steps are not exact, and rounding them again would move it on.
  const isRounded = [Math.floor(steps), Math.ceil(steps)].some(
    (whole) => whole / STEPS === Math.abs(bounded),
  );
  if (isRounded) return bounded;
  return (Math.floor(steps + 0.5) / STEPS) * Math.sign(bounded) + 0;
}

function textOf(it) {
  if (it.length <= MAX_TEXT) return it;
  return Array.from(it).slice(0, MAX_TEXT).join("");
}

function isTrue(it) {
  return it !== null && it !== false && it !== 0 && it !== "";
}

function asNumber(it) {
  if (typeof it === "number") return it;
  return it === true ? 1 : 0;
}

function asText(it) {
  return it === null ? "" : String(it);
}

function areEqual(one, other) {
  if (one === null || other === null) return !isTrue(one === null ? other : one);
  return one === other;
}

// By characters, not by the halves that some characters are stored as.
function orderOfTexts(one, other) {
  const [a, b] = [Array.from(one), Array.from(other)];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const apart = a[at].codePointAt(0) - b[at].codePointAt(0);
    if (apart !== 0) return Math.sign(apart);
  }
  return Math.sign(a.length - b.length);
}

function order(one, other) {
  const texts = typeof one === "string" || typeof other === "string";
  const comparable = [one, other].every((it) => typeof it === "string" || it === null);
  if (texts && comparable) return orderOfTexts(asText(one), asText(other));
  return Math.sign(asNumber(one) - asNumber(other));
}

const OPERATORS = {
  or: (a, b) => isTrue(a) || isTrue(b),
  and: (a, b) => isTrue(a) && isTrue(b),
  "==": areEqual,
  "!=": (a, b) => !areEqual(a, b),
  "<": (a, b) => order(a, b) < 0,
  "<=": (a, b) => order(a, b) <= 0,
  ">": (a, b) => order(a, b) > 0,
  ">=": (a, b) => order(a, b) >= 0,
  "+": (a, b) =>
    typeof a === "string" || typeof b === "string"
      ? textOf(asText(a) + asText(b))
      : numberOf(asNumber(a) + asNumber(b)),
  "-": (a, b) => numberOf(asNumber(a) - asNumber(b)),
  "*": (a, b) => numberOf(asNumber(a) * asNumber(b)),
  "/": (a, b) => (asNumber(b) === 0 ? 0 : numberOf(asNumber(a) / asNumber(b))),
};

// The dice of one visit of a node: of a reading with a seed, after that many nodes were entered.
function newDice(seed, entered) {
  return { seed, entered, given: new Map() };
}

// A whole number from `low` to `high` that follows from the dice, the name of what it is for and how
// often that was asked for.
function roll({ seed, entered }, name, times, low, high) {
  const least = Math.ceil(Math.min(low, high));
  const most = Math.max(Math.floor(Math.max(low, high)), least);
  const letters = Array.from(name, (it) => it.codePointAt(0));
  const hash = [entered, times, ...letters, least, most].reduce((hash, it) => mixed(hash ^ it), mixed(seed));
  return least + Math.floor((hash / 2 ** 32) * (most - least + 1));
}

function mixed(number) {
  let it = (number + 0x9e3779b9) >>> 0;
  it = Math.imul(it ^ (it >>> 16), 0x85ebca6b);
  it = Math.imul(it ^ (it >>> 13), 0xc2b2ae35);
  return (it ^ (it >>> 16)) >>> 0;
}

// The next number for the value of a variable, or for one that is shown.
function rollFor(dice, name) {
  return (low, high) => {
    const times = dice.given.get(name) || 0;
    dice.given.set(name, times + 1);
    return roll(dice, name, times, low, high);
  };
}

// All conditions of a visit have the same number of a range, so that those of two choices can exclude
// each other.
function rollForCondition(dice) {
  return (low, high) => roll(dice, "?", 0, low, high);
}

// What an expression comes to as a value.
function evaluate(expression, around, random = rollFor(around.dice, "=")) {
  const [kind, one, other, last] = expression;
  const value = (it) => evaluate(it, around, random);
  switch (kind) {
    case "=":
      return one;
    case "$":
      return around.variables.has(one) ? around.variables.get(one) : null;
    case "#":
      return numberOf(around.visits(one));
    case "?":
      return around.visits(one) > 0;
    case "else":
      return around.otherwise ? around.otherwise() : false;
    case "random":
      return numberOf(random(asNumber(value(one)), asNumber(value(other))));
    case "not":
      return !isTrue(value(one));
    case "neg":
      return numberOf(-asNumber(value(one)));
    case "if":
      return value(holds(one, around) ? other : last);
    default:
      return OPERATORS[kind](value(one), value(other));
  }
}

// Whether an expression is true as a condition.
function holds(expression, around) {
  return isTrue(evaluate(expression, around, rollForCondition(around.dice)));
}

// Carries out assignments, [[name, expression], …], in their order.
function apply(assignments, around) {
  const { variables, dice } = around;
  for (const [name, expression] of assignments) {
    const value = evaluate(expression, around, rollFor(dice, name));
    if (value === null) variables.delete(name);
    else variables.set(name, value);
  }
}

// Whether an expression asks for what else can be taken.
function asksOtherwise(expression) {
  const [kind, ...parts] = expression;
  return kind === "else" || parts.some((it) => Array.isArray(it) && asksOtherwise(it));
}
