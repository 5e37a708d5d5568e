import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { dayCalendar } from '#contract/manage-visits.ts'
import { messages } from '#contract/messages.ts'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../api/every-site.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { addDays, dayOf, longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useAddress } from '../../screen/address.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failed } from '../../ui/failed.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx'
import { Key } from '../../ui/key.tsx'
import { useListedKeys } from '../../ui/listed-keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { calendarAddress } from './calendar-search.ts'
import { ChairGrid } from './chair-grid.tsx'
import { type Day, type Place, type Visit, visitsOn } from './day-plan.ts'
import { MoveDialog } from './move-dialog.tsx'
import { type Moving, sayTarget } from './moving.ts'
import { useOtherChanges } from './use-other-changes.ts'
import { VisitDialog } from './visit-dialog.tsx'

/** Others move visits too: what is shown is never older than this, in milliseconds. */
const renewEvery = 10_000

/** Chairs and time for a day, to look at and to move visits about in. */
export function CalendarScreen() {
  const [{ day, site }] = useAddress(calendarAddress)
  const calendar = useQuery({
    ...queryFor(dayCalendar, { query: { ...(day && { day }), ...(site && { siteId: site }) } }),
    refetchInterval: renewEvery,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })
  const shown = calendar.isPlaceholderData ? undefined : calendar.data
  return (
    <Screen
      title={t`Calendar`}
      about={shown ? `${longDay(shown.day)}, ${sayVisits(shown)}` : t`Chairs and time, a day at a time.`}
    >
      <DayBar shown={calendar.data} />
      {calendar.error && !shown ? (
        <Failed
          error={calendar.error}
          failure={translated(messages.lists.appointmentsFailure)}
          onRetry={() => void calendar.refetch()}
        />
      ) : shown ? (
        <DayView day={shown} stale={calendar.error !== null} />
      ) : (
        <SkeletonLines count={8} says={translated(messages.loading.any)} />
      )}
    </Screen>
  )
}

const keys = [
  { name: t`Arrows`, words: t`Go from visit to visit; while one is moved, move it` },
  { name: 'M', words: t`Move the visit that has the focus` },
  { name: 'Enter', words: t`Open the visit; while one is moved, ask to place it` },
  { name: t`Esc`, words: t`Cancel the move` },
]

function DayView({ day, stale }: { day: Day; stale: boolean }) {
  const now = useNow(60_000)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [open, setOpen] = useState<{ visit: Visit; place?: Place; moving: boolean } | null>(null)
  const [said, setSaid] = useState('')
  const own = useRef(new Map<string, number>())
  const isOwn = useCallback((visit: Visit) => own.current.get(visit.id) === visit.version, [])
  const news = useOtherChanges(day, isOwn)
  const minute = Math.floor(now.getTime() / 60_000)
  const visitOf = (id: string | undefined) => day.visits.find((one) => one.id === id)
  const target = moving && visitOf(moving.visitId)
  const opened = visitOf(open?.visit.id)
  const close = () => {
    setOpen(null)
    // The dialog gives the focus back to what had it; a visit that has moved is another element by then.
    if (open)
      setTimeout(() => document.querySelector<HTMLElement>(`[data-visit="${open.visit.id}"]`)?.focus(), 0)
  }
  useListedKeys(keys)
  if (day.open.length === 0 && day.visits.length === 0 && !open?.moving) {
    const closure = day.closures[0]
    return (
      <EmptyState
        picture={<ChairDrawing />}
        title={t`Closed on this day`}
        about={closure ? closure.reason : t`Nobody can be booked. Opening hours are set in the settings.`}
      />
    )
  }
  return (
    <>
      {stale && (
        <Notice kind="warning" role="alert" className="mb-4">
          <p>
            <Trans>No connection. This is the last state that was loaded.</Trans>
          </p>
        </Notice>
      )}
      <p className="hint mb-4 max-md:hidden">
        <Trans>
          Drag a visit to move it, or choose it and press <Key name="M" />: arrow keys move it, Enter
          confirms, Escape cancels.
        </Trans>
      </p>
      <p
        role="status"
        aria-live="polite"
        className={news.text ? 'mb-4 rounded bg-sky-soft px-3 py-2' : 'visually-hidden'}
      >
        {news.text}
      </p>
      <p
        aria-live="assertive"
        className={
          moving?.by === 'keys' ? 'sticky top-2 z-5 mb-4 rounded bg-agar-soft px-3 py-2' : 'visually-hidden'
        }
      >
        {moving?.by === 'keys' && target
          ? t`${target.fullName} to ${sayTarget(day, target, moving.place, minute)}`
          : said}
      </p>
      <ChairGrid
        day={day}
        moving={moving}
        news={news.ids}
        onMoving={(next) => {
          setMoving(next)
          setSaid(next === null && moving?.by === 'keys' ? t`Not moved.` : '')
        }}
        onPlaced={(visit, place) => setOpen({ visit, place, moving: true })}
        onOpen={(visit) => setOpen({ visit, moving: false })}
        onStays={(visit) => setSaid(visit.whyNotMovable ?? t`A visit without a chair cannot be moved here.`)}
      />
      {open?.moving && (
        <MoveDialog
          day={day}
          visit={opened ?? open.visit}
          isGone={opened === undefined}
          place={open.place ?? null}
          onClose={close}
          onMoved={(id, version) => own.current.set(id, version)}
        />
      )}
      {opened && open?.moving === false && (
        <VisitDialog
          day={day}
          visit={opened}
          onClose={close}
          onMove={() => setOpen({ visit: opened, moving: true })}
        />
      )}
    </>
  )
}

function DayBar({ shown }: { shown: Day | undefined }) {
  const [search, set] = useAddress(calendarAddress)
  const { data: facts } = useQuery(queryFor(laboratory))
  const now = useNow(60_000)
  const sites = useSeenSites(everySite(facts))
  const zone = (sites.find(({ id }) => id === search.site) ?? sites[0])?.timeZone
  const today = zone && dayOf(now, zone)
  const day = search.day ?? shown?.day ?? today ?? ''
  const go = (to: string | undefined) => set({ day: to === today ? undefined : to })
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <div className="flex items-end gap-2">
        <Button icon aria-label={t`Previous day`} disabled={!day} onClick={() => go(addDays(day, -1))}>
          <ChevronLeftIcon />
        </Button>
        <DateField
          name="day"
          label={t`Day`}
          value={day}
          onChange={(next) => {
            if (next) go(next)
          }}
        />
        <Button icon aria-label={t`Next day`} disabled={!day} onClick={() => go(addDays(day, 1))}>
          <ChevronRightIcon />
        </Button>
      </div>
      <Button onClick={() => go(undefined)} disabled={day === today}>
        <Trans>Today</Trans>
      </Button>
      {sites.length > 1 && (
        <SelectField
          name="site"
          label={t`Site`}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          value={search.site ?? sites[0]?.id ?? ''}
          onChange={(event) => set({ site: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

function sayVisits(day: Day): string {
  const count = day.visits.length
  const visits = count === 0 ? t`nobody booked` : plural(count, { one: '# visit', other: '# visits' })
  // Walk-ins, and patients who arrived after a no-show.
  const unbooked = visitsOn(day, null).length
  return unbooked > 0 ? t`${visits}, of these ${unbooked} without a booked time` : visits
}
