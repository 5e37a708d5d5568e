import { plural, t } from '@lingui/core/macro'
import { cloneElement, type PropsWithChildren, type ReactElement, useEffect, useMemo, useRef } from 'react'
import {
  Calendar,
  type EventProps,
  type EventWrapperProps,
  type HeaderProps,
  type View,
} from 'react-big-calendar'
import type { BookedInterval } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { now } from '../../lib/clock.ts'
import { weekdayOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { calendarWords } from './calendar-words.ts'
import type { Slot } from './slot-rules.ts'
import './slot-calendar.css'
import { readWallDate, wallDate, wallDateOf } from './wall-dates.ts'

/** The calendar's constants, as specified; the marker of the present moves by itself every 60 s. */
export const calendarHeight = 400
const step = 30
const timeslots = 2
const agendaLength = 30
const longPressMs = 250
const views: View[] = ['day', 'week']

type Entry = { start: Date; end: Date; title: string; kind: 'full' | 'mine' | 'chosen' }

type SlotCalendarProps = {
  zone: string
  /** What of a day is shown, in hours. */
  hours: { from: number; to: number }
  /** A day, `YYYY-MM-DD`: weeks start on its weekday. */
  begin: string
  view: View
  day: string
  intervals: readonly BookedInterval[]
  held: Slot | null
  chosen: Slot | null
  /** The free times (`HH:mm`) of each day whose times are loaded. */
  freeTimes: ReadonlyMap<string, readonly string[]>
  /** Why nothing can be chosen at this time of the laboratory's clock; null where something can. */
  whyNot: (day: string, time: string) => string | null
  onView: (view: View) => void
  onDay: (day: string) => void
  onSelect: (from: { day: string; time: string }, to: { day: string; time: string }) => void
}

/**
 * A week or a day by the clock, for pointer and finger. It is not the only way: the list of free times beside it does
 * the same for the keyboard, so nothing in here takes the focus but the heads of the days.
 */
export function SlotCalendar(props: SlotCalendarProps) {
  const { zone, hours, begin, view, day, intervals, held, chosen, freeTimes, whyNot } = props
  const words = useMemo(() => calendarWords(weekdayOf(begin)), [begin])
  // An interval with a chair left is free: only full ones are drawn as taken.
  const taken = useMemo(
    () => intervals.filter(({ free }) => free === 0).map((interval) => takenEntry(interval, zone)),
    [intervals, zone],
  )
  const own = useMemo(() => {
    const entry = ({ start, end }: Slot, kind: Entry['kind'], title: string): Entry => ({
      start: wallDateOf(start, zone),
      end: wallDateOf(end, zone),
      title,
      kind,
    })
    const same = held && chosen && held.start === chosen.start
    return [
      ...(held ? [entry(held, 'mine', translated(messages.calendar.bookedTitle))] : []),
      ...(chosen && !same ? [entry(chosen, 'chosen', t`Your choice`)] : []),
    ]
  }, [held, chosen, zone])
  const components = useMemo(
    () => ({
      event: EntryText,
      eventWrapper: StillEntry,
      header: ({ date, label }: HeaderProps) => (
        <DayHead label={label} free={freeTimes.get(readWallDate(date).day)} />
      ),
    }),
    [freeTimes],
  )
  const place = useRef<HTMLDivElement>(null)
  // What scrolls can be scrolled by keyboard; the part has no property for it.
  useEffect(() => {
    const scroller = place.current?.querySelector('.rbc-time-content')
    scroller?.setAttribute('tabindex', '0')
    scroller?.setAttribute('role', 'group')
    scroller?.setAttribute('aria-label', view === 'week' ? t`Times of the week` : t`Times of the day`)
  }, [view])
  return (
    <div ref={place}>
      <Calendar<Entry>
        localizer={words}
        style={{ minHeight: calendarHeight }}
        date={wallDate(day, '12:00')}
        view={view}
        views={views}
        toolbar={false}
        events={own}
        backgroundEvents={taken}
        step={step}
        timeslots={timeslots}
        length={agendaLength}
        longPressThreshold={longPressMs}
        selectable
        min={wallDate(day, `${hours.from}:00`)}
        // Midnight would be the next day's.
        max={hours.to === 24 ? wallDate(day, '23:59') : wallDate(day, `${hours.to}:00`)}
        scrollToTime={wallDate(day, (view === 'day' && freeTimes.get(day)?.[0]) || `${hours.from}:00`)}
        getNow={() => wallDateOf(now(), zone)}
        drilldownView="day"
        onView={props.onView}
        onNavigate={(date) => props.onDay(readWallDate(date).day)}
        onSelectSlot={({ start, end }) => props.onSelect(readWallDate(start), readWallDate(end))}
        slotPropGetter={(date) => {
          const at = readWallDate(date)
          if (whyNot(at.day, at.time) !== null) return { className: 'slot-shut' }
          return isFree(freeTimes.get(at.day), at.time) ? { className: 'slot-free' } : {}
        }}
        eventPropGetter={({ kind }) => ({ className: `slot-${kind}` })}
        dayLayoutAlgorithm={fullWidth}
        tooltipAccessor="title"
        components={components}
      />
    </div>
  )
}

type Layout = {
  events: readonly Entry[]
  slotMetrics: { getRange(start: Date, end: Date): { top: number; height: number } }
}

/** Intervals never overlap, and what is one's own lies over them: nothing has to stand side by side. */
function fullWidth({ events, slotMetrics }: Layout) {
  return events.map((event) => {
    const { top, height } = slotMetrics.getRange(event.start, event.end)
    return { event, style: { top, height, width: 100, xOffset: 0 } }
  })
}

function takenEntry({ start, end, title }: BookedInterval, zone: string): Entry {
  return {
    start: wallDateOf(start, zone),
    end: wallDateOf(end, zone),
    title,
    kind: 'full',
  }
}

function EntryText({ event }: EventProps<Entry>) {
  return <span>{event.title}</span>
}

/** A day's heading with its number of free times. It replaces the package's own, a column header of a table without rows. */
function DayHead({ label, free }: { label: string; free: readonly string[] | undefined }) {
  return (
    <span className="day-head">
      {label}
      {free && <span className="day-free">{sayFree(free.length)}</span>}
    </span>
  )
}

const sayFree = (count: number) =>
  count === 0 ? t`none free` : plural(count, { one: '# free', other: '# free' })

/** Whether a visit can begin within the calendar step that starts at this time. */
function isFree(times: readonly string[] | undefined, from: string): boolean {
  return times?.some((time) => from <= time && minuteOf(time) < minuteOf(from) + step) ?? false
}

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** An entry is drawn by the calendar's part as a button that does nothing; here it is only drawn. */
function StillEntry({ children }: EventWrapperProps<Entry> & PropsWithChildren) {
  return cloneElement(children as ReactElement<Record<string, unknown>>, {
    role: undefined,
    tabIndex: undefined,
  })
}
