// Reads Yarn, of Yarn Spinner 2 and 3, into statements and expressions; `yarn_run.js` runs them.

// Reads files of Yarn that stand one after another. Returns the nodes by title, the values that
// variables begin with, and errors.
function parseYarn(text) {
  const yarn = { nodes: new Map(), initial: new Map(), smart: new Map(), enums: new Map(), errors: [], statements: 0 };
  let headers;
  let body;
  text.split(/\r?\n/).forEach((line, at) => {
    const number = at + 1;
    if (body) {
      if (line.trim() !== "===") return void body.lines.push({ text: line, number });
      addYarnNode(yarn, headers, body);
      headers = body = undefined;
    } else if (line.trim() === "---") {
      body = { number, lines: [] };
      headers ??= new Map();
    } else {
      const [, name, value] = line.match(/^\s*([^\s:#/]+)\s*:\s*(.*?)\s*$/) ?? [];
      if (!name) return;
      headers ??= new Map();
      if (!headers.has(name)) headers.set(name, []);
      headers.get(name).push({ value: withoutYarnComment(value).trim(), number });
    }
  });
  if (body) yarn.errors.push([body.number, "The node has no end; a line with === is missing."]);
  // What a variable begins with may name one that is declared below.
  for (const [name, { expression, number }] of yarn.initial) {
    try {
      const read = readYarnExpression(expression, yarn.enums);
      if (isConstantInYarn(read)) yarn.initial.set(name, yarnValue(read, { yarn }));
      else {
        yarn.initial.delete(name);
        yarn.smart.set(name, read);
      }
    } catch (error) {
      yarn.initial.delete(name);
      yarn.errors.push([number, error.message]);
    }
  }
  for (const nodes of yarn.nodes.values()) for (const node of nodes) finishYarnNode(yarn, node);
  return yarn;
}

function addYarnNode(yarn, headers, { number, lines }) {
  const title = headers.get("title")?.[0].value;
  if (!title) return void yarn.errors.push([number, "The node has no title."]);
  const node = { title, when: headers.get("when") ?? [], lines: [] };
  for (const { text, number } of lines) {
    const plain = withoutYarnComment(text);
    if (!plain.trim()) continue;
    const indent = plain.match(/^\s*/)[0].replaceAll("\t", "    ").length;
    node.lines.push({ text: plain.trim(), indent, number });
  }
  if (!yarn.nodes.has(title)) yarn.nodes.set(title, []);
  const same = yarn.nodes.get(title);
  if (same.length > 0 && [...same, node].some((it) => it.when.length === 0))
    yarn.errors.push([number, `There are several nodes with the title ${title}.`]);
  same.push(node);
  noteYarnDeclarations(yarn, node);
}

// Enumerations and declarations hold in all nodes.
function noteYarnDeclarations(yarn, node) {
  let cases;
  for (const { text, number } of node.lines) {
    const [word, rest] = yarnCommand(text) ?? [];
    if (word === "enum") {
      cases = new Map();
      yarn.enums.set(rest, cases);
    } else if (word === "case" && cases) {
      const [, name, value] = rest.match(/^(\w+)\s*(?:=\s*(.*))?$/) ?? [];
      if (name) cases.set(name, value === undefined ? cases.size : value.startsWith('"') ? value.slice(1, -1) : Number(value));
    } else if (word === "endenum") cases = undefined;
    else if (word === "declare") {
      const [, name, expression] = rest.match(/^\$([\w.]+)\s*(?:=|to\b)\s*(.*?)(?:\s+as\s+\w+)?$/) ?? [];
      if (name) yarn.initial.set(name, { expression, number });
      else yarn.errors.push([number, "The declaration has no value."]);
    }
  }
}

function finishYarnNode(yarn, node) {
  const reader = { yarn, lines: node.lines, at: 0 };
  node.body = readYarnBlock(reader, -1);
  if (reader.at < node.lines.length) {
    const { number, text } = node.lines[reader.at];
    yarn.errors.push([number, `${text} belongs to nothing before it.`]);
  }
  // A condition, `once`, `once if` a condition, or `always`.
  const asked = node.when.map(({ value, number }) => {
    const [, once, rest] = value.match(/^(once\b)?\s*(?:if\b)?\s*(.*)$/);
    node.once ||= once !== undefined;
    if (rest === "always" || (once && !rest)) return undefined;
    return readYarnCondition(reader, rest, number);
  });
  node.conditions = asked.filter(Boolean);
}

// The command of a line that is one, as its first word and the rest.
function yarnCommand(line) {
  const inside = line.match(/^<<\s*([\s\S]*?)\s*>>\s*(#.*)?$/)?.[1];
  if (inside === undefined || inside.includes(">>")) return undefined;
  const [, word, rest] = inside.match(/^([^\s({]*)\s*([\s\S]*)$/);
  return [word, rest];
}

// A comment goes to the end of its line.
function withoutYarnComment(line) {
  for (let at = line.indexOf("//"); at >= 0; at = line.indexOf("//", at + 1)) if (line[at - 1] !== "\\") return line.slice(0, at);
  return line;
}

const YARN_BLOCK_ENDS = new Set(["elseif", "else", "endif", "endonce"]);

// The statements of lines that are indented further than `floor`, up to the end of a block.
function readYarnBlock(reader, floor) {
  const statements = [];
  while (reader.at < reader.lines.length) {
    const line = reader.lines[reader.at];
    const command = yarnCommand(line.text);
    if (line.indent <= floor || (command && YARN_BLOCK_ENDS.has(command[0]))) break;
    const statement = readYarnStatement(reader, line, command, floor);
    if (statement) statements.push(statement);
  }
  return statements;
}

function readYarnStatement(reader, line, command, floor) {
  const id = ++reader.yarn.statements;
  if (!command) {
    for (const [mark, kind] of [["->", "options"], ["=>", "group"]])
      if (line.text.startsWith(mark)) return { id, kind, items: readYarnItems(reader, mark, line.indent) };
    reader.at += 1;
    return { id, kind: "line", ...readYarnLine(reader, line.text, line.number) };
  }
  reader.at += 1;
  const [word, rest] = command;
  const expression = (text) => readYarnCondition(reader, text, line.number);
  switch (word) {
    case "if":
      return { id, kind: "if", parts: readYarnParts(reader, expression(rest), floor, "endif", line) };
    case "once": {
      const condition = rest.startsWith("if") ? expression(rest.slice(2)) : undefined;
      return { id, kind: "once", condition, parts: readYarnParts(reader, undefined, floor, "endonce", line) };
    }
    case "set": {
      const [, name, sign, value] = rest.match(/^\$([\w.]+)\s*(to\b|[-+*/%]?=)\s*([\s\S]*)$/) ?? [];
      if (!name) return void reader.yarn.errors.push([line.number, `${line.text} sets nothing.`]);
      const change = sign.length === 2 && sign !== "to" ? `$${name} ${sign[0]} (${value})` : value;
      return { id, kind: "set", name, value: expression(change) };
    }
    case "jump":
    case "detour": {
      const computed = rest.match(/^\{([\s\S]*)\}$/);
      const to = computed ? expression(computed[1]) : ["value", rest];
      return { id, kind: word, to };
    }
    case "return":
    case "stop":
      return { id, kind: word };
    default:
      return undefined;
  }
}

// The parts of a block under conditions.
function readYarnParts(reader, condition, floor, end, begun) {
  const parts = [{ condition, body: readYarnBlock(reader, floor) }];
  for (;;) {
    const line = reader.lines[reader.at];
    const [word, rest] = (line && line.indent > floor && yarnCommand(line.text)) || [];
    if (word === end) {
      reader.at += 1;
      return parts;
    }
    if (word !== "else" && word !== "elseif") {
      reader.yarn.errors.push([begun.number, `<<${end}>> is missing.`]);
      return parts;
    }
    reader.at += 1;
    const holds = word === "elseif" ? readYarnCondition(reader, rest, line.number) : undefined;
    parts.push({ condition: holds, body: readYarnBlock(reader, floor) });
  }
}

// Options, or lines of a group, that follow one another.
function readYarnItems(reader, mark, indent) {
  const items = [];
  for (;;) {
    const line = reader.lines[reader.at];
    if (!line || line.indent !== indent || !line.text.startsWith(mark)) return items;
    reader.at += 1;
    const said = readYarnLine(reader, line.text.slice(2).trim(), line.number);
    items.push({ id: ++reader.yarn.statements, ...said, body: readYarnBlock(reader, indent) });
  }
}

// The text of a line in its parts, and its condition.
function readYarnLine(reader, text, number) {
  // Tags go to the end of the line.
  let rest = text.match(/^(?:[^\\#]|\\.)*/)[0];
  let condition;
  let once = false;
  const command = rest.match(/<<\s*(if|once)\b([\s\S]*?)>>\s*$/);
  if (command) {
    rest = rest.slice(0, command.index);
    once = command[1] === "once";
    const asked = command[2].trim().replace(/^if\b/, "").trim();
    if (asked) condition = readYarnCondition(reader, asked, number);
  }
  const parts = [];
  let words = "";
  for (let at = 0; at < rest.length; at += 1) {
    const end = rest[at] === "{" ? rest.indexOf("}", at) : -1;
    if (rest[at] === "\\" && at + 1 < rest.length) {
      // What a backslash stands before has no other meaning.
      words += "[]".includes(rest[at + 1]) ? YARN_BRACKETS[rest[at + 1]] : rest[at + 1];
      at += 1;
    } else if (end > 0) {
      parts.push(words, readYarnCondition(reader, rest.slice(at + 1, end), number));
      words = "";
      at = end;
    } else words += rest[at];
  }
  parts.push(words.trimEnd());
  return { parts, condition, once };
}

// Brackets without a meaning, while a text is put together.
const YARN_BRACKETS = { "[": "\ue000", "]": "\ue001" };

function readYarnCondition(reader, text, number) {
  try {
    return readYarnExpression(text, reader.yarn.enums);
  } catch (error) {
    reader.yarn.errors.push([number, error.message]);
    return ["value", false];
  }
}

// Operators from the weakest to the strongest, with their names.
const YARN_OPERATORS = [
  { "&&": "&&", and: "&&", "||": "||", or: "||", "^": "^", xor: "^" },
  { "==": "==", is: "==", eq: "==", "!=": "!=", neq: "!=" },
  { "<=": "<=", lte: "<=", ">=": ">=", gte: ">=", "<": "<", lt: "<", ">": ">", gt: ">" },
  { "+": "+", "-": "-" },
  { "*": "*", "/": "/", "%": "%" },
];

// An expression as nested arrays: `["+", ["variable", "gold"], ["value", 1]]`.
function readYarnExpression(text, enums) {
  const token = /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|\$([\w.]+)|([A-Za-z_]\w*(?:\.\w+)?|\.\w+)|(&&|\|\||[<>=!]=|[-+*/%<>^!(),]))/y;
  const tokens = [];
  const end = text.trimEnd().length;
  for (token.lastIndex = 0; token.lastIndex < end; ) {
    const from = token.lastIndex;
    const found = token.exec(text);
    if (!found) throw new Error(`${text.slice(from).trim()} cannot be read.`);
    tokens.push(found);
  }
  let at = 0;
  const word = () => tokens[at]?.[5] ?? tokens[at]?.[4];
  const take = (expected) => {
    if (word() !== expected) throw new Error(`${expected} is missing in ${text.trim()}`);
    at += 1;
  };
  const binary = (level) => {
    if (level === YARN_OPERATORS.length) return unary();
    let left = binary(level + 1);
    for (let name; (name = Object.hasOwn(YARN_OPERATORS[level], word() ?? "") && YARN_OPERATORS[level][word()]); ) {
      at += 1;
      left = [name, left, binary(level + 1)];
    }
    return left;
  };
  const unary = () => {
    const name = word();
    if (name === "!" || name === "not") return (at += 1), ["!", unary()];
    if (name === "-") return (at += 1), ["negate", unary()];
    return atom();
  };
  const atom = () => {
    const found = tokens[at];
    if (!found) throw new Error(text.trim() ? `${text.trim()} is not complete.` : "A condition is empty.");
    at += 1;
    const [, number, string, variable, name, sign] = found;
    if (number !== undefined) return ["value", Number(number)];
    if (string !== undefined) return ["value", string.replace(/\\(.)/g, "$1")];
    if (variable !== undefined) return ["variable", variable];
    if (sign === "(") {
      const inside = binary(0);
      take(")");
      return inside;
    }
    if (name === "true" || name === "false") return ["value", name === "true"];
    if (name !== undefined && word() === "(") {
      take("(");
      const given = [];
      while (word() !== ")") {
        given.push(binary(0));
        if (word() !== ")") take(",");
      }
      take(")");
      return ["call", name, given];
    }
    const value = name?.includes(".") ? yarnCase(name, enums) : undefined;
    if (value === undefined) throw new Error(`${name ?? sign} cannot be read in ${text.trim()}`);
    return ["value", value];
  };
  const read = binary(0);
  if (at < tokens.length) throw new Error(`${tokens[at][0].trim()} is one too many in ${text.trim()}`);
  return read;
}

// The value of a case, with its enumeration or without: `Food.Apple`, `.Apple`.
function yarnCase(name, enums) {
  const [type, item] = name.split(".");
  const all = type ? [enums.get(type)] : [...enums.values()];
  return all.find((it) => it?.has(item))?.get(item);
}

function isConstantInYarn([kind, ...rest]) {
  if (kind === "variable" || kind === "call") return false;
  return kind === "value" || rest.every(isConstantInYarn);
}
