// Runs Yarn that `yarn.js` has read. What the game around the dialogue does (commands, and functions of
// its own) is not done. A reading is a generator, which stops at each line and at options.

// How many comparisons a condition makes: of several that hold the most particular one counts.
function yarnComplexity(expression) {
  if (!expression) return 0;
  const [kind, ...rest] = expression;
  if (kind === "value" || kind === "variable" || kind === "call") return 1;
  const inner = rest.map(yarnComplexity).reduce((sum, it) => sum + it, 0);
  return kind === "&&" || kind === "||" || kind === "^" || kind === "!" ? inner + 1 : Math.max(inner, 1);
}

function yarnValue(expression, reading) {
  const [kind, one, two] = expression;
  if (kind === "value") return one;
  if (kind === "variable") {
    const smart = reading.yarn.smart.get(one);
    return smart ? yarnValue(smart, reading) : reading.variables?.get(one);
  }
  if (kind === "call") return callInYarn(one, two.map((it) => yarnValue(it, reading)), reading);
  const left = yarnValue(one, reading);
  if (kind === "!") return !left;
  if (kind === "negate") return -(left ?? 0);
  if (kind === "&&") return Boolean(left && yarnValue(two, reading));
  if (kind === "||") return Boolean(left || yarnValue(two, reading));
  const right = yarnValue(two, reading);
  // A variable that was never set is empty, in the type of the other value.
  const of = (it, other) => it ?? (typeof other === "string" ? "" : typeof other === "boolean" ? false : 0);
  const [a, b] = [of(left, right), of(right, left)];
  switch (kind) {
    case "^":
      return Boolean(a) !== Boolean(b);
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    case ">=":
      return a >= b;
    case "+":
      return typeof a === "string" || typeof b === "string" ? yarnText(a) + yarnText(b) : a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    default:
      return a % b;
  }
}

// A value in a text.
function yarnText(value) {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(Math.round(value * 1e6) / 1e6);
  return value ?? "";
}

// The functions that every game has; those of one game return 0.
function callInYarn(name, [a, b, ...rest], reading) {
  const visits = (title) => reading.visits.get(title) ?? 0;
  switch (name) {
    case "visited":
      return visits(a) > 0;
    case "visited_count":
      return visits(a);
    case "random":
      return reading.random();
    case "random_range":
      return a + Math.floor(reading.random() * (b - a + 1));
    case "random_range_float":
      return a + reading.random() * (b - a);
    case "dice":
      return 1 + Math.floor(reading.random() * a);
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "round":
      return Math.round(a);
    case "round_places":
      return Math.round(a * 10 ** b) / 10 ** b;
    case "floor":
      return Math.floor(a);
    case "ceil":
      return Math.ceil(a);
    case "inc":
      return Number.isInteger(a) ? a + 1 : Math.ceil(a);
    case "dec":
      return Number.isInteger(a) ? a - 1 : Math.floor(a);
    case "decimal":
      return a - Math.trunc(a);
    case "int":
      return Math.trunc(a);
    case "number":
      return Number(a) || 0;
    case "string":
      return yarnText(a);
    case "bool":
      return a === true || a === "true" || a === "True" || (typeof a === "number" && a !== 0);
    case "format":
    case "format_invariant":
      return String(a).replace(/\{0(?::[^}]*)?\}/, yarnText(b)) || [b, ...rest].map(yarnText).join("");
    case "has_any_content":
      return (reading.yarn.nodes.get(a) ?? []).some((it) => holdsInYarn(it, reading));
    default:
      return 0;
  }
}

// A reading from a node on. It yields `{ enter }`, `{ line }` and `{ options }`, and is given the
// number of an option.
function* readYarnFrom(title, reading) {
  let at = title;
  while (at !== undefined) at = (yield* enterYarn(at, reading))?.jump;
}

// A node up to its end, or to what leads out of it.
function* enterYarn(title, reading) {
  const nodes = reading.yarn.nodes.get(title);
  if (!nodes) throw new Error(`There is no node ${title}.`);
  const isGroup = nodes.some((it) => it.when.length > 0);
  const node = isGroup ? pickInYarn(nodes.filter((it) => holdsInYarn(it, reading)), nodeRank, reading) : nodes[0];
  if (!node) return undefined;
  if (node.once) reading.seen.add(node);
  yield { enter: title, number: nodes.indexOf(node) };
  const left = yield* runYarn(node.body, reading);
  reading.visits.set(title, (reading.visits.get(title) ?? 0) + 1);
  return left;
}

function holdsInYarn(node, reading) {
  return !(node.once && reading.seen.has(node)) && node.conditions.every((it) => yarnValue(it, reading));
}

const nodeRank = (node) => [node.conditions.map(yarnComplexity).reduce((sum, it) => sum + it, node.once ? 1 : 0), node];
const itemRank = (item) => [yarnComplexity(item.condition) + (item.once ? 1 : 0), item.id];

// Of what is possible: what asks for most, of that what was picked least, of that one at random.
function pickInYarn(possible, rank, reading) {
  let best = [];
  let bestRank = [-1, 0];
  for (const it of possible) {
    const [complexity, key] = rank(it);
    const picked = reading.picked.get(key) ?? 0;
    const isBetter = complexity > bestRank[0] || (complexity === bestRank[0] && picked < bestRank[1]);
    if (isBetter) [best, bestRank] = [[it], [complexity, picked]];
    else if (complexity === bestRank[0] && picked === bestRank[1]) best.push(it);
  }
  const picked = best[Math.floor(reading.random() * best.length)];
  if (picked) reading.picked.set(rank(picked)[1], bestRank[1] + 1);
  return picked;
}

// Runs statements; returns what leads out of the node, if something does.
function* runYarn(statements, reading) {
  for (const statement of statements) {
    reading.left -= 1;
    if (reading.left < 0) throw new Error(words.circle);
    const out = yield* runInYarn(statement, reading);
    if (out) return out;
  }
  return undefined;
}

function isOfferedInYarn(item, reading) {
  if (item.once && reading.seen.has(item.id)) return false;
  return !item.condition || Boolean(yarnValue(item.condition, reading));
}

function* runInYarn(statement, reading) {
  switch (statement.kind) {
    case "line":
      if (!isOfferedInYarn(statement, reading)) return undefined;
      if (statement.once) reading.seen.add(statement.id);
      yield { line: yarnLine(statement.parts, reading) };
      return undefined;
    case "options": {
      const open = statement.items.filter((it) => isOfferedInYarn(it, reading));
      // Without an open option the dialogue goes on below them.
      if (open.length === 0) return undefined;
      const taken = open[yield { options: open.map((it) => yarnLine(it.parts, reading)) }];
      if (taken.once) reading.seen.add(taken.id);
      return yield* runYarn(taken.body, reading);
    }
    case "group": {
      const open = statement.items.filter((it) => isOfferedInYarn(it, reading));
      const picked = pickInYarn(open, itemRank, reading);
      if (!picked) return undefined;
      if (picked.once) reading.seen.add(picked.id);
      yield { line: yarnLine(picked.parts, reading) };
      return yield* runYarn(picked.body, reading);
    }
    case "if": {
      const part = statement.parts.find(({ condition }) => !condition || yarnValue(condition, reading));
      return part && (yield* runYarn(part.body, reading));
    }
    case "once": {
      const { id, condition, parts } = statement;
      const isFirst = !reading.seen.has(id) && (!condition || yarnValue(condition, reading));
      if (isFirst) reading.seen.add(id);
      const part = isFirst ? parts[0] : parts[1];
      return part && (yield* runYarn(part.body, reading));
    }
    case "set":
      reading.variables.set(statement.name, yarnValue(statement.value, reading));
      return undefined;
    case "jump":
      return { jump: yarnValue(statement.to, reading) };
    case "detour": {
      // A jump out of a detour leaves this node as well.
      const out = yield* enterYarn(yarnValue(statement.to, reading), reading);
      return out?.isReturn ? undefined : out;
    }
    case "return":
      return { isReturn: true };
    default:
      return { isEnd: true };
  }
}

// A line with its values, and with marks as tags.
function yarnLine(parts, reading) {
  const text = parts.map((it) => (typeof it === "string" ? it : yarnText(yarnValue(it, reading)))).join("");
  const marked = text.replace(/\[nomarkup\]([\s\S]*?)\[\/nomarkup\]/g, (_, plain) => plain.replace(/[[\]]/g, (it) => YARN_BRACKETS[it]));
  const shown = marked.replace(/\[(\/?)(\w*)([^\]]*)\]/g, (_, close, name, rest) => {
    if (name === "b" || name === "i") return `<${close}${name}>`;
    if (close || !["select", "plural", "ordinal"].includes(name)) return "";
    return chosenYarnWords(name, rest);
  });
  return shown.replaceAll(YARN_BRACKETS["["], "[").replaceAll(YARN_BRACKETS["]"], "]");
}

// The plural forms of English: one coin, 1st, 2nd, 3rd.
const cardinalCase = (number) => (number === 1 ? "one" : "other");
function ordinalCase(number) {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return (!isTeen && { 1: "one", 2: "two", 3: "few" }[number % 10]) || "other";
}

// The words of `[select value=x a="A" /]` and its like.
function chosenYarnWords(name, text) {
  const given = new Map();
  for (const [, key, quoted, plain] of text.matchAll(/([\w]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s/]+))/g)) given.set(key, quoted ?? plain);
  const value = given.get("value") ?? "";
  let key = value;
  if (name !== "select") {
    key = (name === "plural" ? cardinalCase : ordinalCase)(Number(value) || 0);
  }
  return (given.get(key) ?? given.get("other") ?? "").replaceAll("%", value);
}
