// The story in its languages. The page shows one at a time; the other fields of a node, and where the
// reader stands, are the same in all of them.

// The languages of a story, the one it is written in first, as {language, title, nodes, script}.
function languagesOf(story) {
  const nodes = story.nodes.map(({ title, blocks, sets, choices }) => ({ title, blocks, sets, labels: choices.map((it) => it.label) }));
  const source = { language: story.language, title: story.title, nodes, script: story.script };
  return [source, ...(story.translations || [])];
}

// Puts one of the languages in the place of what the story shows.
function showIn(story, said) {
  story.language = said.language;
  story.title = said.title;
  story.nodes.forEach((node, at) => {
    const { title, blocks, sets, labels } = said.nodes[at];
    Object.assign(node, { title, blocks, sets });
    node.choices.forEach((choice, number) => {
      choice.label = labels[number];
    });
  });
  if (said.script) {
    story.script = said.script;
    delete story.places;
    delete story.scriptErrors;
    compileScript(story);
  }
}

// The language of a story to begin with: the reader's earlier choice, what the writer chose, what the
// browser asks for, or the language the story is written in.
function firstOf(languages, ...wanted) {
  const base = (code) => code.toLowerCase().split("-")[0];
  for (const code of wanted.filter((it) => typeof it === "string" && it)) {
    const exact = languages.find((it) => it.language.toLowerCase() === code.toLowerCase());
    const near = exact || languages.find((it) => base(it.language) === base(code));
    if (near) return near;
  }
  return languages[0];
}

// What a language is called by those who speak it.
function nameOf(code) {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code);
  } catch {
    return code;
  }
}
