import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useMedia } from './use-media.ts'

/**
 * Draws the parts of a long screen one after another while the browser is idle, so that it reacts to input in between. Parts can be
 * nested. All of them are soon in the page, where search and screen readers find them. They are drawn at once for print, and if the
 * address names a section.
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

const waitingForIdle = new Set<() => void>()

/** Calls back when the browser is idle, one callback in each idle period: two parts at once would be one long task. */
function whenIdle(callback: () => void): () => void {
  waitingForIdle.add(callback)
  if (waitingForIdle.size === 1) requestIdle(callNext)
  return () => waitingForIdle.delete(callback)
}

function callNext(): void {
  const [first] = waitingForIdle
  if (!first) return
  waitingForIdle.delete(first)
  if (waitingForIdle.size > 0) requestIdle(callNext)
  first()
}

/** Safari has no `requestIdleCallback`. */
const requestIdle = (callback: () => void): unknown =>
  'requestIdleCallback' in window
    ? requestIdleCallback(callback, { timeout: 1_000 })
    : setTimeout(callback, 30)
