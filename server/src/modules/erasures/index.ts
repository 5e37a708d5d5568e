/** Wishes of people to be forgotten: recording, dry run, carrying out and refusing. */
export { erasureRoutes } from './routes.ts'
export { tellWaitingWishes } from './tell-deciders.ts'
