import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { myShifts } from '#contract/shifts.ts'
import { queryFor } from '../../api/queries.ts'
import { useNamesSite } from '../../api/use-names-site.ts'
import { dayOf, sayDay, sayDistance } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'

/** When and where whoever looks is meant to work, for four weeks. */
export function MyShiftsScreen() {
  const { data } = useSuspenseQuery(queryFor(myShifts))
  const now = useNow()
  const namesSite = useNamesSite()
  const days = Map.groupBy(data.shifts, ({ day }) => day)
  const [next] = data.shifts
  const about =
    next &&
    (Date.parse(next.start) > now.getTime()
      ? t`The next begins ${sayDistance(next.start, now)}.`
      : t`You are on shift until ${next.until}.`)
  return (
    <Screen measure="text" title={t`Shifts`} about={about}>
      {next === undefined ? (
        <EmptyState
          picture={<MicroscopeDrawing />}
          title={t`No shifts planned`}
          about={t`Shifts of the next four weeks appear here once a manager has planned them.`}
        />
      ) : (
        <ol className="stack gap-4 [&_h2]:mb-2">
          {[...days].map(([day, shifts]) => (
            <li key={day}>
              <h2 className="text-m first-letter:uppercase">{sayDay(day, dayOf(now, next.site.timeZone))}</h2>
              <ul className="stack gap-2">
                {shifts.map((shift) => (
                  <li
                    key={shift.id}
                    className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded border p-3"
                  >
                    <span className="block text-s tabular-nums">
                      {shift.from}–{shift.until}
                    </span>
                    {namesSite(shift.site.id) && <span>{shift.site.name}</span>}
                    {shift.note && <span className="hint wrap-anywhere block">{shift.note}</span>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Screen>
  )
}
