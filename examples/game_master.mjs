// A game master: plays a story for the people of its environment, and rolls dice where the way forks.
//
// It connects to a hub as an agent and plays from the story's start. At each passage it rolls a die
// among the choices that are open, tells everybody what came of it, and goes on until an ending.
//
//     STAR_CREDENTIAL=… node game_master.mjs ws://127.0.0.1:7780/env/demo/agent/game-master
//
// Node 22 has a WebSocket of its own; Node 20 needs `node --experimental-websocket` or `npm install ws`.

const Socket = globalThis.WebSocket ?? (await import("ws")).WebSocket;
const address = process.argv[2];
const mostSteps = Number(process.argv[3] ?? 20);
const [environment, me] = address.split("/env/")[1].split("/agent/");

// A browser's WebSocket cannot send headers: the credential travels as a subprotocol.
const credential = process.env.STAR_CREDENTIAL;
const protocols = ["star.v1", ...(credential ? [`star-credential.${credential}`] : [])];
const socket = new Socket(address, protocols);

const waiting = new Map();
let joined;
const ready = new Promise((resolve) => (joined = resolve));

socket.onmessage = ({ data }) => {
  const { type, payload } = JSON.parse(data);
  // The first heartbeat says that the hub has taken us in.
  if (type === "heartbeat") joined();
  if (type === "error") {
    const { original_message_id: id, suggested_action: hint } = payload.details;
    const error = new Error(`${payload.message} (${hint})`);
    if (!waiting.has(id)) throw error;
    waiting.get(id).reject(error);
  }
  if (type === "message" && payload.type === "outcome") {
    const { status, message, data: result } = payload.outcome;
    const wait = waiting.get(payload.id);
    if (status === "success") wait?.resolve(result);
    else wait?.reject(new Error(message));
    waiting.delete(payload.id);
  }
};
socket.onerror = () => console.error("the connection failed");

/** Asks the story to do something, and waits for what came of it. */
function act(action, parameters = {}) {
  const id = crypto.randomUUID();
  const message = {
    type: "message",
    id,
    sender: { id: me, type: "agent" },
    recipient: { id: decodeURIComponent(environment), type: "environment" },
    payload: { type: "action", id, action, parameters },
  };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    socket.send(JSON.stringify(message));
  });
}

const play = async (steps, choose) => (await act("play_story", choose ? { steps, choose } : {})).result.data;
const roll = (sides) => 1 + Math.floor(Math.random() * sides);

await ready;
let state = await play([]);
for (let step = 0; step < mostSteps; step++) {
  const open = state.choices.filter((choice) => choice.open);
  if (open.length === 0) break;
  const die = roll(open.length);
  const choice = open[die - 1];
  const told = `${state.node.title}: rolled ${die} of ${open.length} – ${choice.label || choice.to?.title}`;
  console.log(told);
  await act("post_message", { text: told });
  state = await play(state.steps, choice.step);
}
const end = `The story stands at ${state.node.title}${state.ending ? ", an ending" : ""}.`;
console.log(end);
await act("post_message", { text: end });
socket.close();
