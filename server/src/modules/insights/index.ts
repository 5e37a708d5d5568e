/** Figures of the laboratory, the audit trail and its hash chain. */
export { chainAudit, sayChainHead } from './chain-audit.ts'
export { checkChain, checkNewBlocks } from './check-chain.ts'
export { readFigures } from './figures/read-figures.ts'
export { rollUp } from './figures/roll-up.ts'
export { mailMonthlyReports } from './reports/monthly-mail.ts'
export { insightRoutes } from './routes.ts'
export { sayVerdict } from './say-verdict.ts'
