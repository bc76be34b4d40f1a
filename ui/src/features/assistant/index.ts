export { Assistant } from './Assistant'
