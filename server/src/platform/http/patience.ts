import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { isTransient, passesWithinSeconds } from '../errors.ts'
import { OutcomeUnknown } from '../outcome.ts'

/** A database that was restarted is back in less time; a failover mostly takes longer, and the caller then tries again. */
const patienceMs = 5_000
const pauseMs = { first: 50, longest: 500 }

/**
 * Runs `work` again while it fails with an error that `mayRepeat`, for at most five seconds. Once the outcome of a commit is
 * unknown, it stays unknown until a later run succeeds or is refused.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean = passesWithinSeconds,
): Promise<T> {
  const until = performance.now() + patienceMs
  let unknown: OutcomeUnknown | null = null
  for (let pause = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.longest)) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof OutcomeUnknown) unknown = error
      if (!mayRepeat(error) || performance.now() + pause > until) {
        throw unknown && isTransient(error) ? unknown : error
      }
      await sleep(pause)
    }
  }
}

/**
 * Whether the handler of a call may run again after an error: a read, or an idempotent call, that failed with a transient error.
 * If it is not known whether an idempotent call was committed, running it again under its key or version gives the outcome.
 */
export function mayRunAgain(endpoint: Endpoint, request: FastifyRequest): (error: unknown) => boolean {
  // What a read writes is no change that the caller asked for.
  if (endpoint.method === 'GET') {
    return (error) => passesWithinSeconds(error instanceof OutcomeUnknown ? error.cause : error)
  }
  if (!endpoint.repeatable) return () => false
  const hasKey = endpoint.headers === undefined || request.headers['idempotency-key'] !== undefined
  return (error) => (error instanceof OutcomeUnknown ? hasKey : passesWithinSeconds(error))
}
