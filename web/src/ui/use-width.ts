import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width that an element really has, in whole pixels: a drawing made for it needs no scaling of its letters. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const take = (found: number) => {
      if (found > 0) setWidth(Math.floor(found))
    }
    // The observer speaks after the first frame, which would be as wide as the guess.
    take(element.clientWidth)
    const observer = new ResizeObserver(([entry]) => take(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
