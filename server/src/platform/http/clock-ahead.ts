import type { FastifyInstance } from 'fastify'
import { aheadOfMachine, type Clock } from '../clock.ts'

/** Milliseconds by which the server's clock is ahead of the real time, in whole seconds, as the web reads them. */
export const aheadOf = (clock: Clock) => Math.round(aheadOfMachine(clock) / 1000) * 1000

/** Tells the web by how much the clock of a demonstration is ahead, with each answer. */
export function tellClock(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-clock-ahead', aheadOf(clock))
  })
}
