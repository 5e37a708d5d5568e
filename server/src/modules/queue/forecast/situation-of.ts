import type { Situation } from '#simulation/forecast.ts'
import type { QueueState } from '../read-queue-state.ts'
import type { Habits } from './queries-forecast.ts'

/** A situation without the law of service times, which cannot be sent to a thread. */
export type PlainSituation = Omit<Situation, 'serviceTime'>

export const minuteOfInstant = (instant: Date): number => instant.getTime() / 60_000

/** Used before anything is known. Non-attendance in Africa: Dantas 2018 found 43 % without reminders; a quarter with them. */
export const usualNoShow = 0.25
export const usualPunctuality = { mean: -5, sd: 12 }

const deskLine = (desk: number) => `desk ${desk}`

/**
 * The queue as the simulation takes it. Desks call until the end of the day, since their closing time is unknown; a paused desk does
 * not call. The type of a visit is its tests together.
 */
export function situationOf(
  state: QueueState,
  habits: Habits,
  day: { start: Date; end: Date },
): PlainSituation {
  const now = minuteOfInstant(state.at)
  const until = minuteOfInstant(day.end)
  const dayStart = minuteOfInstant(day.start)
  const rates = (which: 'stat' | 'walkIns') =>
    habits.rates.map((rate) => ({
      from: dayStart + rate.hour * 60,
      until: dayStart + (rate.hour + 1) * 60,
      perHour: rate[which],
    }))
  return {
    now,
    rule: state.rule,
    waiting: state.waiting.map((ticket) => ({
      id: ticket.id,
      class: ticket.class,
      arrivedAt: minuteOfInstant(ticket.arrivedAt),
      appointmentAt: ticket.appointmentAt && minuteOfInstant(ticket.appointmentAt),
      type: ticket.tests.join('+'),
      line: ticket.forDesk === null ? ticket.room : deskLine(ticket.forDesk),
    })),
    desks: state.desks.map((desk) => {
      const there = state.serving.get(desk.number)
      return {
        staff: desk.staff?.id ?? null,
        lines: [desk.room, deskLine(desk.number)],
        open: desk.state === 'open' ? [{ from: now, until }] : [],
        serving: there ? { type: there.tests.join('+'), since: minuteOfInstant(there.calledAt) } : null,
      }
    }),
    expected: state.expected.map(({ visitId, startsAt, tests }) => ({
      id: visitId,
      appointmentAt: minuteOfInstant(startsAt),
      type: tests.join('+'),
      line: 'collection',
    })),
    noShow: habits.noShow ?? usualNoShow,
    punctuality: { kind: 'normal', ...(habits.punctuality ?? usualPunctuality) },
    stat: rates('stat'),
    walkIns: rates('walkIns'),
    mix: habits.mix.map(({ type, room, count }) => ({ type, line: room, share: count })),
  }
}
