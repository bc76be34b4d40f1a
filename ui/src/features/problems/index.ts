/** What is wrong with the story, and how long it is. */

export { ProblemsBadge } from './ProblemsBadge'
export { ProblemsPanel } from './ProblemsPanel'
export { StatisticsPanel } from './StatisticsPanel'
