import { useSyncExternalStore } from 'react'

/** Whether a media query holds, now and whenever that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (heard) => {
      const list = matchMedia(query)
      list.addEventListener('change', heard)
      return () => list.removeEventListener('change', heard)
    },
    () => matchMedia(query).matches,
  )
}
