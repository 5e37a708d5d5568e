/** What the laboratory's own records say: who saw and changed what, and whether the trail of it holds. */
export { chainAudit, sayChainHead } from './chain-audit.ts'
export { checkChain, checkNewBlocks } from './check-chain.ts'
export { readFigures } from './figures/read-figures.ts'
export { rollUp } from './figures/roll-up.ts'
export { mailMonthlyReports } from './reports/monthly-mail.ts'
export { insightRoutes } from './routes.ts'
export { sayVerdict } from './say-verdict.ts'
