import { useEffect, useRef } from 'react'
import { type LiveTopic, liveStream } from '#contract/live.ts'
import { follow } from './follow.ts'

/**
 * Calls back whenever something of a topic has changed, on whichever server and by whomever; also once at the start and
 * after each lost connection, so that nothing falls between.
 */
export function useLive(topic: LiveTopic, onChanged: () => void): void {
  const latest = useRef(onChanged)
  useEffect(() => {
    latest.current = onChanged
  })
  useEffect(
    () =>
      follow(
        liveStream,
        { query: { topics: topic } },
        {
          onEvent: ({ event }) => {
            if (event === 'changed') latest.current()
          },
          // Screens look again by themselves as well, less often: a lost line is no trouble of theirs.
          onLink() {},
          onRefused() {},
        },
      ),
    [topic],
  )
}
