import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type CallRest, callOnce, leaveSession } from './client.ts'
import { eventReader, type StreamEvent } from './event-stream.ts'

export type Link = 'connecting' | 'live' | 'lost'

export type Follower = {
  onEvent(event: StreamEvent): void
  onLink(link: Link): void
  /** The server will not have us here: no use in coming back. */
  onRefused(error: ApiError): void
}

/** The server says something every 20 s; after this silence the line counts as dead, which no network tells by itself. */
const silenceMs = 45_000
const firstPauseMs = 500
const longestPauseMs = 15_000

/**
 * Follows a stream and comes back to it after every loss, from the event after the last one that came (`Last-Event-ID`),
 * so that nothing is missed and nothing told twice. `EventSource` could not send the session's token. Returns the way to
 * stop.
 */
export function follow<E extends Endpoint>(
  endpoint: E,
  args: CallRest<E>[0],
  follower: Follower,
): () => void {
  const stopping = new AbortController()
  keepFollowing(endpoint, args, follower, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  return () => stopping.abort()
}

async function keepFollowing<E extends Endpoint>(
  endpoint: E,
  args: CallRest<E>[0],
  follower: Follower,
  stop: AbortSignal,
): Promise<void> {
  const last = { id: '' }
  let failures = 0
  follower.onLink('connecting')
  while (!stop.aborted) {
    try {
      const came = await followOnce(endpoint, args, follower, last, stop)
      if (came === 'signed out') return leaveSession()
      failures = came === 'nothing' ? failures + 1 : 0
    } catch (error) {
      if (stop.aborted) return
      if (isFinal(error)) return follower.onRefused(error)
      failures++
    }
    if (stop.aborted) return
    follower.onLink('lost')
    await pause(failures, stop)
  }
}

function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

async function followOnce<E extends Endpoint>(
  endpoint: E,
  args: CallRest<E>[0],
  { onEvent, onLink }: Follower,
  last: { id: string },
  stop: AbortSignal,
): Promise<'something' | 'nothing' | 'signed out'> {
  const line = new AbortController()
  const hangUp = () => line.abort()
  stop.addEventListener('abort', hangUp)
  // The device knows that its network is gone long before the silence tells.
  window.addEventListener('offline', hangUp)
  let timer = setTimeout(hangUp, silenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(hangUp, silenceMs)
  }
  let came: 'something' | 'nothing' = 'nothing'
  try {
    const headers = {
      ...(args as { headers?: object } | undefined)?.headers,
      ...(last.id && { 'last-event-id': last.id }),
    }
    const response = await callOnce(
      endpoint,
      ...([{ ...args, headers, signal: line.signal }] as unknown as CallRest<E>),
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    if (!reader) return came
    const read = eventReader()
    onLink('live')
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return came
      heard()
      for (const event of read(value)) {
        came = 'something'
        if (event.event === 'end') return 'signed out'
        last.id = event.id
        onEvent(event)
      }
    }
  } catch (error) {
    // A line that breaks or falls silent in the middle is no refusal; what has come has been told.
    if (error instanceof ApiError) throw error
    return came
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', hangUp)
    window.removeEventListener('offline', hangUp)
    hangUp()
  }
}

/** Doubles with each failure, spread so that a whole waiting room does not come back in one instant. */
function pause(failures: number, stop: AbortSignal): Promise<void> {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1))
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      document.removeEventListener('visibilitychange', seen)
      stop.removeEventListener('abort', over)
      resolve()
    }
    const seen = () => {
      if (document.visibilityState === 'visible') over()
    }
    const timer = setTimeout(over, longest * (0.5 + Math.random() / 2))
    window.addEventListener('online', over)
    document.addEventListener('visibilitychange', seen)
    stop.addEventListener('abort', over)
  })
}
