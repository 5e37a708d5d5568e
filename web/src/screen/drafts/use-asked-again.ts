import { useEffect, useRef } from 'react'
import type { AskedSave } from '../../api/kept-drafts.ts'
import type { useDraft } from './use-draft.ts'

/** A server that answers reads and fails at each save must not get one save after the other. */
const pauseMs = 10_000

/**
 * Repeats a save that the server did not answer, once the server has the draft: the first time at once, then with a pause after each
 * repetition. `send` should keep its identity while the draft stays the same.
 */
export function useAskedAgain(
  { keeper, asked, where, lost, conflict }: ReturnType<typeof useDraft>,
  isSaving: boolean,
  send: (asked: AskedSave) => void,
): void {
  const isReached = (where === 'server' || where === 'nowhere') && !lost && !conflict && !isSaving
  const again = isReached ? asked : null
  const lastSent = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (again === null) return
    const sendNow = () => {
      lastSent.current = performance.now()
      keeper.ask(null)
      send(again)
    }
    const wait = lastSent.current + pauseMs - performance.now()
    if (wait <= 0) return sendNow()
    const timer = setTimeout(sendNow, wait)
    return () => clearTimeout(timer)
  }, [again, keeper, send])
}
