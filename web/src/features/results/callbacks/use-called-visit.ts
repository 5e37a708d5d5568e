import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { CriticalVisit } from '#contract/results.ts'
import { calledIn } from './call-hash.ts'

/**
 * The visit whose critical values are open in the dialog. A fragment `#callback-…` in the address opens it, so that notices, mails
 * and the results of a task lead there. What is shown stays when somebody else tells the values meanwhile.
 */
export function useCalledVisit(visits: readonly CriticalVisit[] | undefined) {
  const navigate = useNavigate()
  // Not the location of a navigation that still loads: the next screen may have another frame, and with it another strip.
  const asked = calledIn(useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.hash ?? '' }))
  const [visitId, setVisitId] = useState<string | null>(null)
  const latest = useRef<CriticalVisit | null>(null)
  const found = asked !== null && visits?.find(({ values }) => values.some(({ id }) => id === asked))
  const foundId = found ? found.visitId : null
  useEffect(() => {
    if (foundId !== null) setVisitId(foundId)
  }, [foundId])
  const current = visits?.find((visit) => visit.visitId === visitId)
  useEffect(() => {
    latest.current = current ?? (visitId === null ? null : latest.current)
  })
  const shown = visitId === null ? null : (current ?? latest.current)
  return {
    visit: shown,
    isOpen: current !== undefined,
    open: setVisitId,
    close() {
      setVisitId(null)
      // The same link opens the dialog again, and a later reload does not.
      if (asked) void navigate({ to: '.', hash: '', search: true, replace: true, resetScroll: false })
    },
  }
}
