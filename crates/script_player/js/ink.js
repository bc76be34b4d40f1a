// Ink, compiled and played by inkjs.

// As many seeds as Ink chooses from.
const INK_SEEDS = 100;
const MOST_MILLISECONDS = 5000;

scripts.ink = {
  // Returns what is played, or errors: for each its line, if it is known, and what it is.
  compile(text) {
    const errors = [];
    try {
      const keep = (message, kind) => kind === 2 && errors.push(message);
      // Visits are counted for the writer, also where the Ink does not ask for them.
      const options = new inkjs.CompilerOptions(null, [], true, keep, null);
      const compiled = new inkjs.Compiler(text, options).Compile().ToJson();
      if (errors.length === 0) return { compiled };
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
    return { errors: errors.map(inkError) };
  },

  player(compiled, { seed, externals, entered, failed }) {
    const ink = inkStory(compiled, externals);
    ink.VisitContainer = (container, atStart) => {
      entered(container.path.toString());
      return inkjs.Story.prototype.VisitContainer.call(ink, container, atStart);
    };
    ink.state.storySeed = seed % INK_SEEDS;
    ink.onError = (message, kind) => kind === 2 && failed(message);
    return {
      // The beginning of the file has no name, and is where Ink begins by itself.
      begin: (path) => path && ink.ChoosePathString(path),
      canContinue: () => ink.canContinue,
      next() {
        ink.ContinueAsync(MOST_MILLISECONDS);
        return ink.asyncContinueComplete ? ink.currentText.replace(/\n$/, "") : undefined;
      },
      choices: () => ink.currentChoices,
      choose: (index) => ink.ChooseChoiceIndex(index),
      variables: () => inkVariables(ink),
      set(name, value) {
        if (ink.variablesState.GlobalVariableExistsWithName(name)) ink.variablesState.$(name, value);
      },
      visits(path) {
        try {
          return path ? ink.state.VisitCountAtPathString(path) : 0;
        } catch {
          return 0;
        }
      },
    };
  },
};

// The story that was played last: to read it again takes long.
let lastInk = {};

function inkStory(compiled, externals) {
  const last = lastInk.ink;
  // One that failed may not be what it was.
  const isSound = last && last.asyncContinueComplete && !last.hasError && last._recursiveContinueCount === 0;
  if (isSound && lastInk.compiled === compiled) {
    last.ResetState();
    return last;
  }
  const ink = new inkjs.Story(compiled);
  // What a game around the story would do is not done.
  ink.allowExternalFunctionFallbacks = true;
  for (const name of externals) ink.BindExternalFunction(name, () => 0);
  lastInk = { compiled, ink };
  return ink;
}

// `ERROR: 'a.ink' line 3: Unknown variable`
function inkError(message) {
  const [, line, rest] = message.match(/\bline (\d+): ([\s\S]*)$/) ?? [];
  return line ? [Number(line), rest.trim()] : [null, message.replace(/^ERROR: /, "").trim()];
}

// Values of one word; lists and places in the story are Ink's own.
function inkVariables(ink) {
  const all = [...ink.variablesState._globalVariables.keys()].map((name) => [name, ink.variablesState.$(name)]);
  return new Map(all.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
}
