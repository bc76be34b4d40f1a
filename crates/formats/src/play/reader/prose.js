// The words of a node as elements of the page. Only the elements named here are ever made, and
// words are only ever set as text.

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
