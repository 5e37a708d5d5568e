import { useEffect, useState } from 'react'
import { now } from '../lib/clock.ts'

/** The time, renewed every so many milliseconds, so that "in 2 h" does not grow old on a screen left open. */
export function useNow(everyMs = 30_000): Date {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return time
}
