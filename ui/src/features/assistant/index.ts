/** The assistant: conversation, drafts, and the context it is given. */

export { Assistant } from './Assistant'
