// Yarn, played from node to node.

// How much may run between two choices.
const MOST_YARN_STATEMENTS = 100_000;

// The text that was played last: to parse it again takes long.
let lastYarn = {};

scripts.yarn = {
  compile(text) {
    const yarn = parseYarn(text);
    return yarn.errors.length > 0 ? { errors: yarn.errors } : { compiled: text };
  },

  player(text, { seed, entered }) {
    const yarn = lastYarn.text === text ? lastYarn.yarn : parseYarn(text);
    lastYarn = { text, yarn };
    const reading = {
      yarn,
      variables: new Map(yarn.initial),
      visits: new Map(),
      seen: new Set(),
      picked: new Map(),
      random: randomFrom(seed),
      left: MOST_YARN_STATEMENTS,
    };
    const counts = new Map();
    let run;
    let step;
    // Goes on to the next line or options. Not before it is asked for: what fails comes after the
    // line before it.
    const advance = (answer) => {
      step = run.next(answer);
      while (!step.done && step.value.enter !== undefined) {
        const { enter, number } = step.value;
        const path = number > 0 ? `${enter}:${number}` : enter;
        counts.set(path, (counts.get(path) ?? 0) + 1);
        entered(path);
        step = run.next();
      }
    };
    return {
      begin(path) {
        run = readYarnFrom(path.replace(/:\d+$/, ""), reading);
        step = undefined;
      },
      canContinue() {
        if (step === undefined) advance();
        return !step.done && step.value.line !== undefined;
      },
      next() {
        const { line } = step.value;
        step = undefined;
        return line;
      },
      choices() {
        const options = step && !step.done ? step.value.options : [];
        return options.map((text, index) => ({ index, text }));
      },
      choose(index) {
        reading.left = MOST_YARN_STATEMENTS;
        advance(index);
      },
      variables: () => reading.variables,
      set: (name, value) => reading.variables.set(name, value),
      visits: (path) => counts.get(path) ?? 0,
    };
  },
};

// Numbers from 0 to 1 that follow from a seed.
function randomFrom(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
