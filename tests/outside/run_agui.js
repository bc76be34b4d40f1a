// Reads a whole run with the official AG-UI client and prints the events' types and the messages it
// holds at the end. Arguments: address, token, thread id, instruction.
import { HttpAgent } from "@ag-ui/client";

const [url, token, threadId, instruction] = process.argv.slice(2);
const agent = new HttpAgent({ url, threadId, headers: { Authorization: `Bearer ${token}` } });
const types = [];
agent.addMessage({ id: "asked", role: "user", content: instruction });
try {
	await agent.runAgent({ runId: "run-1" }, { onEvent: ({ event }) => void types.push(event.type) });
} catch (error) {
	types.push(`THREW ${error.message}`);
}
process.stdout.write(JSON.stringify({ types, messages: agent.messages }));
