// The words of a node as elements of the page. Only the elements named here are ever made, and
// words are only ever set as text.

// The blocks of a node as they are shown in a game: what stands under a condition that does not
// hold is left out, and values stand among the words. Between runs there may be marks: {if:
// [condition, …]} with {branch: number} … {end} behind it, {value: expression, like: run}, and {set:
// assignments}, which counts for what follows.
function shownBlocks(node, game) {
  if (!node.sets) return node.blocks;
  const variables = new Map(game.variables);
  for (const name of node.sets) {
    if (game.before.has(name)) variables.set(name, game.before.get(name));
    else variables.delete(name);
  }
  const around = { variables, visits: visitsIn(game), dice: newDice(game.seed, game.entered) };
  // For each {if} around us: the branch that holds, and the one we are in.
  const branches = [];
  const isShown = () => branches.every((it) => it.holds === it.at);
  const shown = [];
  for (const [shape, quoted, runs, ...rest] of node.blocks) {
    const kept = [];
    for (const run of runs) {
      if (typeof run === "string" || Array.isArray(run)) {
        if (isShown()) kept.push(run);
      } else if (run.if) {
        const taken = isShown() ? run.if.findIndex((it) => holds(it, around)) : -1;
        branches.push({ holds: taken, at: null });
      } else if (run.branch !== undefined) branches.at(-1).at = run.branch;
      else if (run.end) branches.pop();
      else if (!isShown()) continue;
      else if (run.set) apply(run.set, around);
      else {
        // What sets a variable that has no value is not understood.
        const value = evaluate(run.value, around);
        const words = value === null ? "…" : asText(value);
        kept.push(typeof run.like === "string" ? words : [words, ...run.like.slice(1)]);
      }
    }
    if (shape !== "pre") trimLineBreaks(kept);
    const words = kept.map((it) => (typeof it === "string" ? it : it[0])).join("");
    if (words.trim() || (runs.length === 0 && isShown())) shown.push([shape, quoted, kept, ...rest]);
  }
  return shown;
}

// Removes the line breaks before the first and behind the last words of a block, where what stood
// beyond them is not shown.
function trimLineBreaks(runs) {
  const trim = (at, edge) => {
    const trimmed = (it) => it.replace(edge, "");
    const run = runs[at];
    runs[at] = typeof run === "string" ? trimmed(run) : [trimmed(run[0]), ...run.slice(1)];
    return typeof runs[at] === "string" ? runs[at] : runs[at][0];
  };
  let first = 0;
  while (first < runs.length && !trim(first, /^\n+/)) first++;
  let last = runs.length - 1;
  while (last > first && !trim(last, /\n+$/)) last--;
}

// A block is [shape, quoted, runs, depth, mark]; a run is a string or [words, styles, address].
function showBlocks(blocks, into) {
  let quotes = [into];
  let lists = [];
  for (const [shape, quoted, runs, depth, mark] of blocks) {
    const isItem = shape === "li";
    if (!isItem || quoted !== quotes.length - 1) lists = [];
    while (quotes.length - 1 > quoted) quotes.pop();
    while (quotes.length - 1 < quoted) quotes.push(add(quotes.at(-1), "blockquote"));
    if (!isItem) {
      showRuns(runs, add(quotes.at(-1), shape));
      continue;
    }
    while (lists.length > depth) lists.pop();
    while (lists.length < depth) {
      const list = { tag: mark === null || mark === "" ? "ul" : "ol", item: null };
      const around = lists.length ? lists.at(-1).item || add(lists.at(-1).list, "li") : quotes.at(-1);
      list.list = add(around, list.tag);
      if (list.tag === "ol") list.list.start = mark;
      lists.push(list);
    }
    const last = lists.at(-1);
    if (mark !== "" || !last.item) last.item = add(last.list, "li");
    showRuns(runs, add(last.item, "p"));
  }
}

const STYLES = { b: "strong", i: "em", s: "s", c: "code" };

function showRuns(runs, into) {
  // Each block is written in the direction of its own first letters.
  into.dir = "auto";
  for (const run of runs) {
    const [words, styles, address] = typeof run === "string" ? [run, "", ""] : run;
    let around = into;
    if (address) {
      around = add(around, "a");
      around.href = address;
      around.rel = "noopener noreferrer nofollow";
      around.target = "_blank";
    }
    for (const style of styles || "") around = add(around, STYLES[style]);
    const lines = into.tagName === "PRE" ? [words] : words.split("\n");
    lines.forEach((line, at) => {
      if (at > 0) add(around, "br");
      around.append(line);
    });
  }
}

function add(parent, tag, text) {
  const child = document.createElement(tag);
  if (text !== undefined) child.textContent = text;
  parent.append(child);
  return child;
}
