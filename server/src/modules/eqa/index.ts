/** External quality assessment: schemes, rounds, reported results, and the assessment of the provider. */

export { assessRound } from './assess-round.ts'
export { enterResults, sendRound } from './enter-results.ts'
export { addRound, addScheme } from './keep-schemes.ts'
export { readRound } from './read-rounds.ts'
export { eqaRoutes } from './routes.ts'
