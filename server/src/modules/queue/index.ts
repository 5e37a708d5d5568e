/** The live queue: tickets, calling, desks, and what everybody sees of it as it changes. */
export { checkIn } from './check-in.ts'
export { finishAfterCollection } from './end-service.ts'
export { type Forecaster, startForecaster } from './forecast/forecaster.ts'
export { liveRoutes } from './live-routes.ts'
export { queueRoutes } from './routes.ts'
export { createQueueStreams } from './streams.ts'
export { tendQueues } from './tend-queues.ts'
export { ticketCode } from './ticket-code.ts'
