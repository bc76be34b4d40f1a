// Implements `<<once>>` of Yarn Spinner 3 in the Yarn 2 that yarn-bound supports, as Yarn Spinner's
// compiler does: a hidden variable that the option tests, and that taking it sets.
const OPTION = /^([ \t]*)(->.*?)<<\s*once(?:\s+if\s+(.*?))?\s*>>(.*)$/;

export function withoutOnce(dialogue) {
  const declared = [];
  const lines = dialogue.split("\n").flatMap((line) => {
    const found = line.match(OPTION);
    if (!found) return [line];
    const [, indent, words, condition, rest] = found;
    const name = `$yarn_internal_once_${declared.length}`;
    declared.push(`<<declare ${name} = false>>`);
    const when = condition === undefined ? "" : ` and (${condition})`;
    return [
      `${indent}${words}<<if (not ${name})${when}>>${rest}`,
      `${indent}    <<set ${name} to true>>`,
    ];
  });
  // Declarations apply to all nodes, wherever they are.
  const first = lines.findIndex((line) => line.trim() === "---");
  return lines.toSpliced(first + 1, 0, ...declared).join("\n");
}
