import { useEffect, useState, useSyncExternalStore } from 'react'
import { openDraft } from './draft-keeper.ts'

/** What is typed for a task and where it lies, with the ways to change it. The first arguments are those that count. */
export function useDraft(...first: Parameters<typeof openDraft>) {
  const [keeper] = useState(() => openDraft(...first))
  const view = useSyncExternalStore(keeper.subscribe, keeper.view)
  useEffect(() => keeper.start(), [keeper])
  const onlyHere = view.where === 'tab'
  useEffect(() => {
    if (!onlyHere) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [onlyHere])
  return { ...view, keeper }
}
