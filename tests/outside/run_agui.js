// Runs a conversation step with the official AG-UI client and prints the types of its events, how
// its runs ended, and its final messages. Arguments: address, token, thread id, instruction, and as
// JSON the forwarded properties and the answers to the questions in order.
import { HttpAgent } from "@ag-ui/client";

const [url, token, threadId, instruction, props = "{}", answers = "[]"] = process.argv.slice(2);
const agent = new HttpAgent({ url, threadId, headers: { Authorization: `Bearer ${token}` } });
const types = [];
const ends = [];
const heard = {
	onEvent: ({ event }) => {
		types.push(event.type);
		if (event.type === "RUN_FINISHED") ends.push(event.outcome);
		if (event.type === "RUN_ERROR") ends.push({ type: "error", code: event.code });
	},
};
agent.addMessage({ id: "asked", role: "user", content: instruction });
const forwardedProps = JSON.parse(props);
try {
	await agent.runAgent({ runId: "run-0", forwardedProps }, heard);
	for (const [index, answer] of JSON.parse(answers).entries()) {
		const resume = agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, ...answer }));
		await agent.runAgent({ runId: `run-${index + 1}`, forwardedProps, resume }, heard);
	}
} catch (error) {
	types.push(`THREW ${error.message}`);
}
process.stdout.write(JSON.stringify({ types, ends, messages: agent.messages }));
