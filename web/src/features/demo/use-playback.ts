import { useEffect, useState } from 'react'

/** Fifteen pictures a second: motion between them is the browser's. */
const frameMs = 66

/** Runs the clock of a day from `from` to `until`, `speed` simulated minutes in a second. */
export function usePlayback({
  from,
  until,
  speed,
  playing,
}: {
  from: number
  until: number
  speed: number
  playing: boolean
}) {
  const [at, setAt] = useState(from)
  const running = playing && at < until
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => {
      // A page that nobody sees stands still: its day goes on where they left it.
      if (document.visibilityState === 'visible') {
        setAt((before) => Math.min(until, before + (speed * frameMs) / 1_000))
      }
    }, frameMs)
    return () => clearInterval(timer)
  }, [running, speed, until])
  return { at, setAt, running }
}
