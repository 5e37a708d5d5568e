import { useEffect, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { QueueMessage } from '#contract/queue-views.ts'
import { now } from '../lib/clock.ts'
import type { ApiError } from './api-error.ts'
import type { CallRest } from './client.ts'
import { follow, type Link } from './follow.ts'
import { keyOf } from './queries.ts'

export type Streamed<State, Event> = {
  /** The latest state that came; it stays when the line is lost. */
  state: State | null
  /** What happened with the message that brought it. */
  events: readonly Event[]
  link: Link
  /** When the line was lost; null while it is there. */
  lostAt: Date | null
  refused: ApiError | null
}

/**
 * A stream of states as a screen's data: the state as it is now, and whether the line to the server is there. The
 * type of a stream's messages stands beside its endpoint in the contract.
 */
export function useStream<State, Event, E extends Endpoint = Endpoint>(
  endpoint: E,
  args: CallRest<E>[0],
): Streamed<State, Event> {
  const [streamed, setStreamed] = useState<Streamed<State, Event>>({
    state: null,
    events: [],
    link: 'connecting',
    lostAt: null,
    refused: null,
  })
  // The arguments are plain data: the same words are the same stream.
  const key = JSON.stringify([keyOf(endpoint, args as never), (args as { headers?: unknown })?.headers])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says all of them
  useEffect(
    () =>
      follow(endpoint, args, {
        onEvent({ event, data }) {
          if (event !== 'queue') return
          const message = JSON.parse(data) as QueueMessage<State, Event>
          setStreamed((before) => ({ ...before, state: message.state, events: message.events }))
        },
        onLink: (link) =>
          setStreamed((before) => ({
            ...before,
            link,
            lostAt: link === 'lost' ? (before.lostAt ?? now()) : link === 'live' ? null : before.lostAt,
          })),
        onRefused: (refused) => setStreamed((before) => ({ ...before, link: 'lost', refused })),
      }),
    [key],
  )
  return streamed
}
