// What the program calls: functions that take and return JSON. There is one reading at a time.

const words = { circle: "The story runs in a circle without a choice, and was stopped." };

// The script that is played, and its present reading.
let story;
let reading;

function compile(argument) {
  const { language, text } = JSON.parse(argument);
  return JSON.stringify(scripts[language].compile(text));
}

function load(argument) {
  const { language, compiled, sections, externals } = JSON.parse(argument);
  const nodes = sections.map((path, at) => ({ id: at, path }));
  story = { script: { language, compiled }, nodes, externals };
  return "null";
}

function begin(argument) {
  const { from, start, variables, seed } = JSON.parse(argument);
  story.start = from ?? start;
  reading = newScriptGame(story, from, variables, seed);
  return turn();
}

function take(argument) {
  takeInScript(reading, reading.choices[JSON.parse(argument)]);
  return turn();
}

function set(argument) {
  const [name, value] = JSON.parse(argument);
  setByHandInScript(reading, name, value);
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
