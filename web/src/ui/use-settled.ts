import { useEffect, useState } from 'react'

/** What was typed last, once nothing more was typed for a moment: a search need not run for every letter. */
export function useSettled<T>(value: T, afterMs = 250): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
