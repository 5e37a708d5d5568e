import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { Day, Visit } from './day-plan.ts'
import { sayWhenOnDay } from './say-place.ts'

/** How long a visit that somebody else has moved stands out, in milliseconds. */
const standsOutFor = 8_000

/**
 * What others did since this screen was last renewed: their visits stand out for some seconds, and a sentence says it.
 * `own` says whether a version came from here.
 */
export function useOtherChanges(day: Day | undefined, own: (visit: Visit) => boolean) {
  const before = useRef<Day | undefined>(undefined)
  const [news, setNews] = useState<{ ids: ReadonlySet<string>; text: string }>({ ids: new Set(), text: '' })
  useEffect(() => {
    const last = before.current
    before.current = day
    if (!last || !day || last.day !== day.day || last.site.id !== day.site.id) return
    const changed = day.visits.filter((visit) => {
      const was = last.visits.find((one) => one.id === visit.id)
      return (!was || was.version !== visit.version) && !own(visit)
    })
    const gone = last.visits.filter((was) => !day.visits.some((one) => one.id === was.id))
    if (changed.length + gone.length === 0) return
    setNews({ ids: new Set(changed.map(({ id }) => id)), text: sayChanges(last, day, changed, gone) })
  }, [day, own])
  useEffect(() => {
    if (news.ids.size === 0) return
    const timer = setTimeout(() => setNews({ ids: new Set(), text: '' }), standsOutFor)
    return () => clearTimeout(timer)
  }, [news])
  return news
}

function sayChanges(last: Day, day: Day, changed: readonly Visit[], gone: readonly Visit[]): string {
  const sentences = [
    ...changed.map((visit) => {
      const was = last.visits.some((one) => one.id === visit.id)
      return `${visit.fullName} ${was ? t`is now` : t`was booked`} ${sayWhenOnDay(day, visit)}.`
    }),
    ...gone.map((visit) => t`${visit.fullName} is no longer here.`),
  ]
  const shown = sentences.slice(0, 3).join(' ')
  return sentences.length > 3 ? t`${shown} And ${sentences.length - 3} more changes.` : shown
}
