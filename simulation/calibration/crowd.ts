import { usualCallingRule } from '../calling-rule.ts'
import { usualPlan } from '../laboratory/usual-plan.ts'
import type { Situation } from '../situation.ts'

/**
 * A waiting room with so many people at ten in the morning, a desk for every 25 of them, and a day's bookings still to
 * come: what forecasting is timed on.
 */
export function crowd(people: number): Situation {
  const plan = usualPlan({ visits: 4 * people })
  const types = plan.visitTypes.map(({ id }) => id)
  const type = (index: number) => types[index % types.length] ?? ''
  const service = new Map(plan.visitTypes.map((one) => [one.id, one.service]))
  const now = 600
  const line = 'collection'
  return {
    now,
    rule: usualCallingRule,
    waiting: Array.from({ length: people }, (_, index) => {
      const arrivedAt = now - (60 * (people - index)) / people
      const kind = index % 20 === 0 ? 'stat' : index % 2 === 0 ? 'walk-in' : 'appointment'
      return {
        id: `${index}`,
        class: kind,
        arrivedAt,
        appointmentAt: kind === 'appointment' ? arrivedAt + (index % 30) - 10 : null,
        type: type(index),
        line,
      }
    }),
    desks: Array.from({ length: Math.ceil(people / 25) }, (_, index) => ({
      staff: `${index}`,
      lines: [line],
      open: [
        { from: 420, until: 720 + 15 * index },
        { from: 750 + 15 * index, until: 1140 },
      ],
      serving: { type: type(index), since: now - (index % 5) },
    })),
    expected: (plan.sites[0]?.booked ?? []).flatMap(({ at, type: of }, index) =>
      at > now - 15 ? [{ id: `booked ${index}`, appointmentAt: at, type: of, line }] : [],
    ),
    noShow: plan.noShow,
    punctuality: plan.punctuality,
    stat: plan.sites[0]?.stat ?? [],
    walkIns: [],
    mix: plan.visitTypes.map(({ id, share }) => ({ type: id, line, share })),
    serviceTime: (of) => service.get(of) ?? { kind: 'constant', value: 5 },
  }
}
