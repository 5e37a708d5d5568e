import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bookedIntervals } from '#contract/booking.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { sessionToken } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import { addDays, dayOf, instantAt, sayWhen, timeOf } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { CalendarBar, type CalendarView } from './calendar-bar.tsx'
import { useHeldSlot } from './held-slot.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { HoldNotice } from './hold-notice.tsx'
import { keptTests } from './kept-tests.ts'
import { weekFrom } from './offered-days.ts'
import css from './select-date-screen.module.css'
import { SlotCalendar } from './slot-calendar.tsx'
import { closingAfter, heldPart, isTaken, type Slot, shownHours } from './slot-rules.ts'
import { useGiveUp } from './use-give-up.ts'
import { useHolding } from './use-holding.ts'
import { siteOf, useOffer } from './use-offer.ts'
import { WhenFields } from './when-fields.tsx'
import { ZoneNote } from './zone-note.tsx'

/** Select a Date and Time: a week of the calendar and a list of the free times, whichever suits. Needs no account. */
export function SelectDateScreen() {
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const navigate = useNavigate()
  // Without a session, the visit is booked as a guest, with the tests and time chosen so far.
  const isGuest = sessionToken() === null
  const goesOnAt = isGuest ? '/book' : '/patient-dashboard/appointment-page'
  const zone = siteOf(facts).timeZone
  const today = dayOf(now(), zone)
  const { held, active } = useHeldSlot()
  const giveUp = useGiveUp()
  const [chosen, setChosen] = useState<Slot | null>(null)
  const [wanted, setDay] = useState(() => (held && active ? dayOf(held.start, zone) : null))
  const offer = useOffer(facts, {
    tests: keptTests(),
    day: wanted,
    startsAt: chosen?.start ?? null,
    own: held && active ? [held.start] : [],
  })
  const day = offer.day ?? today
  // Weeks start on the first bookable day, since days before it have nothing to choose. It stays fixed once it is loaded.
  const [begins, setBegin] = useState<string | null>(null)
  const firstFree = offer.days.find(({ starts }) => starts.length > 0)?.day.day
  if (begins === null && firstFree !== undefined && !offer.loading) setBegin(firstFree)
  const begin = begins ?? firstFree ?? today
  const goTo = (next: string) => {
    setDay(next)
    offer.show(next)
  }
  const [view, setView] = useState<CalendarView>(() =>
    matchMedia('(max-width: 640px)').matches ? 'day' : 'week',
  )
  const from = view === 'week' ? weekFrom(begin, day) : day
  const to = view === 'week' ? addDays(from, 6) : day
  const booked = useQuery({
    ...queryFor(bookedIntervals, { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const intervals = booked.data ?? []
  const holding = useHolding(facts.booking.holdMinutes, () => setChosen(null))
  const closures = new Map(offer.days.map(({ day: one }) => [one.day, one.closed]))
  const freeTimes = useMemo(
    () => new Map(offer.answer?.days.map((one) => [one.day, one.starts.map(({ time }) => time)])),
    [offer.answer],
  )
  const whyNot = (onDay: string, time: string): string | null => {
    const at = instantAt(onDay, time, zone)
    if (at === null || closingAfter(at, onDay, facts) === null)
      return t`The laboratory is closed at this time`
    const closed = closures.get(onDay)
    if (closed) return t`The laboratory is closed at this time: ${closed}`
    if (at < now().toISOString()) return t`This time has passed`
    return null
  }
  const choose = (slot: Slot) => {
    if (isTaken(slot, intervals)) holding.refuse()
    else setChosen(heldPart(slot, closingAfter(slot.start, dayOf(slot.start, zone), facts)))
  }
  const select = (start: { day: string; time: string }, end: { day: string; time: string }) => {
    const reason = whyNot(start.day, start.time)
    const slot = { start: instantAt(start.day, start.time, zone), end: instantAt(end.day, end.time, zone) }
    if (reason !== null || slot.start === null) toast('warning', reason ?? t`This time does not exist`)
    else choose({ start: slot.start, end: slot.end ?? slot.start })
    setDay(start.day)
  }
  const pick = (at: string) => {
    const end = new Date(Date.parse(at) + 30 * 60_000).toISOString()
    setChosen(heldPart({ start: at, end }, closingAfter(at, dayOf(at, zone), facts)))
    setDay(dayOf(at, zone))
    offer.show(dayOf(at, zone))
  }
  return (
    <Screen
      title={t`Select a Date and Time`}
      about={
        isGuest
          ? t`The time you choose is held for you while you fill in the form. No account is needed.`
          : t`The time you choose is held for you while you fill in the form.`
      }
    >
      <div className="stack gap-6">
        <ZoneNote zone={zone} />
        {held && (
          <HoldNotice
            held={held}
            active={active}
            zone={zone}
            pending={giveUp.isPending}
            onGiveUp={() => giveUp.now(held, active)}
            onContinue={() => void navigate({ to: goesOnAt })}
          />
        )}
        {booked.isError && (
          <Notice kind="error" role="alert">
            <p>
              <Trans>The booked times could not be loaded. {booked.error.message}</Trans>
            </p>
            <p>
              <Button onClick={() => void booked.refetch()}>
                <Trans>Try again</Trans>
              </Button>
            </p>
          </Notice>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,380px)] items-start gap-8 max-xl:grid-cols-1">
          <section className="stack min-w-0 gap-3 xl:sticky xl:top-4" aria-label={t`Calendar`}>
            <CalendarBar
              view={view}
              from={from}
              to={to}
              earliest={begin}
              today={today}
              last={offer.last}
              onView={setView}
              onDay={(next) => goTo(next < today ? today : next)}
            />
            <SlotCalendar
              zone={zone}
              hours={shownHours(facts)}
              begin={begin}
              view={view}
              day={day}
              intervals={intervals}
              held={active ? held : null}
              chosen={chosen}
              freeTimes={freeTimes}
              whyNot={whyNot}
              onView={(next) => setView(next === 'day' ? 'day' : 'week')}
              onDay={goTo}
              onSelect={select}
            />
            <ul
              className={`hint flex flex-wrap gap-x-5 gap-y-1 ${css.legend}`}
              aria-label={t`Colours of the calendar`}
            >
              <li data-kind="free">
                <Trans>Free</Trans>
              </li>
              <li data-kind="full">
                <Trans>Booked: no chair is free</Trans>
              </li>
              <li data-kind="mine">
                <Trans>Yours</Trans>
              </li>
            </ul>
          </section>
          <section className="stack min-w-0 gap-4 [&_h2]:text-l" aria-labelledby="list-title">
            <h2 id="list-title">
              <Trans>Or choose from the list</Trans>
            </h2>
            <WhenFields
              offer={offer}
              startsAt={chosen?.start ?? null}
              labels={{ day: t`Date`, time: t`Time` }}
              onChange={(choice) => {
                setDay(choice.day)
                if (choice.startsAt === null) setChosen(null)
                else pick(choice.startsAt)
              }}
            />
          </section>
        </div>
        <div className="row sticky bottom-0 z-3 justify-end gap-x-6 gap-y-2 border-t bg-page pt-3 pb-[max(var(--space-3),env(safe-area-inset-bottom))] max-sm:*:flex-[1_1_100%]">
          <p className="text-ink-soft [&_strong]:text-ink" aria-live="polite">
            {chosen ? (
              <strong>
                {capital(sayWhen(chosen.start, zone, now()))} – {timeOf(chosen.end, zone)}
              </strong>
            ) : (
              t`Press a time in the calendar, or choose one from the list.`
            )}
          </p>
          <Button
            variant="primary"
            disabled={chosen === null}
            pending={holding.isPending}
            onClick={() => chosen && holding.hold(chosen)}
          >
            <Trans>Submit</Trans>
          </Button>
        </div>
      </div>
      <HoldDialog
        outcome={holding.outcome}
        zone={zone}
        onClose={holding.close}
        onChoose={(at) => {
          holding.close()
          pick(at)
        }}
        onContinue={() => void navigate({ to: goesOnAt })}
        onLogIn={() => void navigate({ to: '/login', search: { from: '/select-date' } })}
      />
    </Screen>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
