export { RepetitionsPanel } from './RepetitionsPanel'
