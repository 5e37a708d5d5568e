import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

type Size = { width: number; height: number }

/** The measured size of an element in whole pixels, so that a drawing is laid out for it and its text is not scaled. */
export function useSize<E extends HTMLElement>(): [RefObject<E | null>, Size] {
  const ref = useRef<E>(null)
  const [size, setSize] = useState<Size>({ width: 640, height: 400 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const take = (width: number, height: number) => {
      if (width <= 0) return
      const found = { width: Math.floor(width), height: Math.floor(height) }
      setSize((known) => (known.width === found.width && known.height === found.height ? known : found))
    }
    // The observer reports only after the first frame, which would be drawn in the default size.
    take(element.clientWidth, element.clientHeight)
    const observer = new ResizeObserver(([entry]) => {
      if (entry) take(entry.contentRect.width, entry.contentRect.height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

/** The measured width of an element. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const [ref, { width }] = useSize<E>()
  return [ref, width]
}
