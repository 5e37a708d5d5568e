import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useMedia } from './use-media.ts'

/**
 * The parts of a long screen, drawn one after another while the browser is idle, so that drawing all of them does not keep it from
 * answering a press. Soon all of them are there: for a search in the page, for screen readers, and at once on paper and where the
 * address leads to one of them.
 */
export function InTurns({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const parts = Children.toArray(children)
  const [turn, setTurn] = useState(0)
  const [jumped, setJumped] = useState(location.hash !== '')
  const printing = useMedia('print')
  const drawn = printing || jumped ? parts.length : turn
  const isWhole = drawn >= parts.length
  useEffect(() => {
    if (isWhole) return
    const jump = () => setJumped(true)
    addEventListener('hashchange', jump)
    return () => removeEventListener('hashchange', jump)
  }, [isWhole])
  useEffect(() => {
    if (drawn < parts.length) return whenIdle(() => startTransition(() => setTurn(drawn + 1)))
  }, [drawn, parts.length])
  // What an address leads to has just been drawn.
  useEffect(() => {
    if (jumped) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [jumped])
  return (
    <>
      {parts.slice(0, drawn)}
      {!isWhole && <div aria-busy="true">{waiting}</div>}
    </>
  )
}

/** Calls back when the browser has nothing to do. Safari has no such call. */
function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 30)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(callback, { timeout: 1_000 })
  return () => cancelIdleCallback(idle)
}
