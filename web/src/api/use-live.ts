import { useEffect, useRef } from 'react'
import { type LiveTopic, liveStream, liveTopics } from '#contract/live.ts'
import { follow } from './follow.ts'

type Listener = { topics: readonly string[]; onChanged: () => void }

const listeners = new Set<Listener>()
let stop: (() => void) | null = null

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
  useEffect(() => listen({ topics: topics.split(','), onChanged: () => latest.current() }), [topics])
}

/** All listeners of a page share one connection: a browser opens at most six to a server, over all of its tabs. */
function listen(listener: Listener): () => void {
  listeners.add(listener)
  if (stop) listener.onChanged()
  else stop = followAll()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop?.()
    stop = null
  }
}

const followAll = () =>
  follow(
    liveStream,
    { query: { topics: liveTopics.join() } },
    {
      onEvent: ({ event, data }) => {
        if (event !== 'changed') return
        const { topic } = JSON.parse(data) as { topic: string }
        for (const { topics, onChanged } of listeners) if (topics.includes(topic)) onChanged()
      },
      // Screens look again by themselves as well, less often: a lost line is no trouble of theirs.
      onLink() {},
      // The next screen that listens tries again.
      onRefused() {
        stop = null
      },
    },
  )
