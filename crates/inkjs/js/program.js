// What the program calls: functions that take and return JSON. There is one reading at a time.

const words = { inkCircle: "The Ink runs in a circle without a choice, and was stopped." };

let reading;

function compile(argument) {
  const story = { ink: JSON.parse(argument) };
  compileInk(story);
  return JSON.stringify(story.inkErrors ? { errors: story.inkErrors } : { ink: story.ink });
}

function begin(argument) {
  const { ink, sections, externals, from, variables, seed } = JSON.parse(argument);
  const nodes = sections.map((path, at) => ({ id: at, path }));
  reading = newInkGame({ ink, nodes, externals, start: from ?? 0 }, from, variables, seed);
  return turn();
}

function take(argument) {
  takeInInk(reading, reading.choices[JSON.parse(argument)]);
  return turn();
}

function set(argument) {
  const [name, value] = JSON.parse(argument);
  setByHandInInk(reading, name, value);
  return turn();
}

function visits() {
  return JSON.stringify([...reading.visits.values()]);
}

function turn() {
  const { at, entered, lines, choices, variables, errors } = reading;
  return JSON.stringify({
    section: at,
    entered: [...entered],
    lines: lines.filter((it) => it.trim()),
    choices: choices.map((it) => it.label),
    variables: Object.fromEntries(variables),
    errors,
  });
}
