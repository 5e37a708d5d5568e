import { useEffect, useRef } from 'react'
import { type LiveTopic, liveStream } from '#contract/live.ts'
import { follow } from './follow.ts'

/**
 * Calls back whenever something of a topic, or of several, has changed, on whichever server and by whomever; also once at the start and
 * after each lost connection, so that nothing falls between.
 */
export function useLive(topic: LiveTopic | readonly LiveTopic[], onChanged: () => void): void {
  const topics = [topic].flat().join()
  const latest = useRef(onChanged)
  useEffect(() => {
    latest.current = onChanged
  })
  useEffect(
    () =>
      follow(
        liveStream,
        { query: { topics } },
        {
          onEvent: ({ event }) => {
            if (event === 'changed') latest.current()
          },
          // Screens look again by themselves as well, less often: a lost line is no trouble of theirs.
          onLink() {},
          onRefused() {},
        },
      ),
    [topics],
  )
}
