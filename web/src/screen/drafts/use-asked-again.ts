import { useEffect } from 'react'
import type { AskedSave } from '../../api/kept-drafts.ts'
import type { useDraft } from './use-draft.ts'

/**
 * Sends the save again that the person asked for and the server did not answer, once the server has the draft. `send` should keep its
 * identity while the draft stays the same.
 */
export function useAskedAgain(
  { keeper, asked, where, lost, conflict }: ReturnType<typeof useDraft>,
  isSaving: boolean,
  send: (asked: AskedSave) => void,
): void {
  const isReached = (where === 'server' || where === 'nowhere') && !lost && !conflict && !isSaving
  const again = isReached ? asked : null
  useEffect(() => {
    if (again === null) return
    keeper.ask(null)
    send(again)
  }, [again, keeper, send])
}
