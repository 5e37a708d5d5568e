/** The setup of microbiology: organisms, antibiotics, panels, breakpoints, expert rules, and the tests that are cultures. */
export { addBreakpointTable } from './add-breakpoints.ts'
export { loadMicrobiology } from './load-microbiology.ts'
export { cultureTestOf, readSetup, type SetupRow } from './queries-microbiology.ts'
export { microbiologyRoutes } from './routes.ts'
