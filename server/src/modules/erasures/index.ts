/** Wishes of people to be forgotten: recording, dry run, carrying out and refusing. Legal holds, which prevent it. */
export { eraseAgain } from './erase-again.ts'
export { listErasures, noteAgain } from './queries-erasures.ts'
export { erasureRoutes } from './routes.ts'
export { tellWaitingWishes } from './tell-deciders.ts'
export { eraseUnusedAccounts } from './unused-accounts.ts'
