import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'

let showWaiting: () => () => void = () => () => {}
/** How many calls wait until they are sent again. */
let waiting = 0
let hideWaiting = () => {}

/** Sets what shows that calls are sent again by themselves. It returns the function that ends this. */
export function onWaiting(show: typeof showWaiting): void {
  showWaiting = show
}

/** The server itself waits for five seconds, and asks for two more: a failover of the database takes less than a minute. */
const mostTries = 10

/**
 * Repeats a call while the database cannot be reached: after `unavailable` any call, since nothing was changed; after
 * `outcome_unknown` an idempotent call, whose repetition gives the outcome.
 */
export async function patiently<T>(
  { repeatable }: Endpoint,
  signal: AbortSignal | undefined,
  send: () => Promise<T>,
): Promise<T> {
  let unknown: ApiError | null = null
  let isWaiting = false
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await send()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'outcome_unknown') unknown = error
        else if (error.code !== 'unavailable') throw error
        if (tries === mostTries || (unknown && !repeatable)) throw unknown ?? error
        if (!isWaiting && waiting++ === 0) hideWaiting = showWaiting()
        isWaiting = true
        await pause(error.retryAfterSeconds * 1_000, signal)
      }
    }
  } finally {
    if (isWaiting && --waiting === 0) hideWaiting()
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
