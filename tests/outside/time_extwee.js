// Reads and writes a Twee file with extwee: `time_extwee.js FILE ROUNDS` prints how many
// milliseconds each round took, and the peak memory of this process, in bytes.
import { readFileSync } from "node:fs";
import { parseTwee } from "extwee";

const [path, rounds] = process.argv.slice(2);
const text = readFileSync(path, "utf8");
console.warn = () => {};
const times = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const start = performance.now();
  const story = parseTwee(text);
  const read = performance.now();
  story.toTwee();
  times.push([read - start, performance.now() - read]);
}
// Not node's own resource usage: it includes that of the parent process.
const [, kilobytes] = readFileSync("/proc/self/status", "utf8").match(/^VmHWM:\s*(\d+) kB$/m);
console.log(JSON.stringify({ times, memory: Number(kilobytes) * 1024 }));
