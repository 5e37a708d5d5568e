import type { Situation } from '#simulation/forecast.ts'
import type { QueueState } from '../read-queue-state.ts'
import type { Habits } from './queries-forecast.ts'

/** A situation without the law of service times, which cannot be sent to a thread. */
export type PlainSituation = Omit<Situation, 'serviceTime'>

export const minuteOfInstant = (instant: Date): number => instant.getTime() / 60_000

/** Where nothing is known yet. Non-attendance in Africa: Dantas 2018 found 43 % without reminders; with them a quarter. */
export const usualNoShow = 0.25
export const usualPunctuality = { mean: -5, sd: 12 }

const deskLine = (desk: number) => `desk ${desk}`

/**
 * The queue as the simulation wants it. Desks call to the end of the day, for nobody has said when they close; a paused
 * one does not call until it goes on. What someone comes for is their tests together.
 */
export function situationOf(
  state: QueueState,
  habits: Habits,
  day: { start: Date; end: Date },
): PlainSituation {
  const now = minuteOfInstant(state.at)
  const until = minuteOfInstant(day.end)
  const serving = new Map(state.atDesk.map((one) => [one.desk, one]))
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
    waiting: state.waiting.map((one) => ({
      id: one.ticketId,
      class: one.class,
      arrivedAt: minuteOfInstant(one.arrivedAt),
      appointmentAt: one.appointmentAt && minuteOfInstant(one.appointmentAt),
      type: one.tests.join('+'),
      line: one.forDesk === null ? one.room : deskLine(one.forDesk),
    })),
    desks: state.desks.map((desk) => {
      const there = serving.get(desk.number)
      return {
        staff: desk.staffId,
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
