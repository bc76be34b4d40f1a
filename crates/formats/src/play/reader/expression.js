// The language of conditions and effects, worked out on expressions that were read at export:
// ["=", value], ["$", variable], ["#", title or null] (visits), ["?", title or null] (visited),
// ["else"] (nothing else can be taken), ["not", a], ["neg", a], ["if", a, b, c], [operator, a, b].
// A value is a number, a string, a boolean, or null for
// what was never set. Always gives the same answer as the program that wrote the page.

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

// What an expression comes to. `variables` is a Map, `visits` a function of a title or null,
// `otherwise` one that says whether nothing else can be taken.
function evaluate(expression, variables, visits, otherwise = () => false) {
  const [kind, one, other, last] = expression;
  switch (kind) {
    case "=":
      return one;
    case "$":
      return variables.has(one) ? variables.get(one) : null;
    case "#":
      return numberOf(visits(one));
    case "?":
      return visits(one) > 0;
    case "else":
      return otherwise();
    case "not":
      return !isTrue(evaluate(one, variables, visits, otherwise));
    case "neg":
      return numberOf(-asNumber(evaluate(one, variables, visits, otherwise)));
    case "if": {
      const holds = isTrue(evaluate(one, variables, visits, otherwise));
      return evaluate(holds ? other : last, variables, visits, otherwise);
    }
    default:
      return OPERATORS[kind](
        evaluate(one, variables, visits, otherwise),
        evaluate(other, variables, visits, otherwise),
      );
  }
}

// Carries out assignments, [[name, expression], …], in their order.
function apply(assignments, variables, visits) {
  for (const [name, expression] of assignments) {
    const value = evaluate(expression, variables, visits);
    if (value === null) variables.delete(name);
    else variables.set(name, value);
  }
}

// Whether an expression asks for what else can be taken.
function asksOtherwise(expression) {
  const [kind, ...parts] = expression;
  return kind === "else" || parts.some((it) => Array.isArray(it) && asksOtherwise(it));
}
