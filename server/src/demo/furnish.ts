import { compareAllPersons } from '#server/modules/people/index.ts'
import { addDays, firstInstantOfLocal, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { after, hours, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { Span } from '#simulation/laboratory/plan.ts'
import { ghanaPhone } from './people.ts'
import {
  addContactMessage,
  addReplies,
  addShifts,
  comingVisit,
  decideChancePairs,
  noteReportsRead,
  type ShiftRow,
} from './queries-demo.ts'
import { type SeedSite, seedSites } from './queries-seed.ts'

/** What a laboratory has beside its visits: shifts, messages that came in, results that their patient has read. */

type Worker = { id: string; shifts: readonly Span[] }

export async function furnish(
  context: Context,
  { patientId, managerId, workers }: { patientId: string; managerId: string; workers: readonly Worker[] },
): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  const [site] = await seedSites(db)
  if (!site) throw new Error('The laboratory has no site')
  await addShifts(
    db,
    shiftsOf(workers, site, now).map((shift) => ({ ...shift, id: uuidv7(clock) })),
  )
  await noteReportsRead(db, { accountId: patientId, newId: () => uuidv7(clock) })
  const writtenAt = after(now, -minutes(48))
  await addContactMessage(db, {
    id: uuidv7({ now: () => writtenAt }),
    name: 'Efua Lamptey',
    email: 'efua.lamptey@example.com',
    message:
      'Good morning. My mother has to come for a fasting glucose and is 71. Can she eat at nine in the evening and be seen at seven? And is there a seat near the door, since she walks with a stick? Thank you.',
    network: 'demo',
    receivedAt: writtenAt,
  })
  const asked = await comingVisit(db, after(now, hours(14)))
  const reply = { siteId: site.id, meaning: 'unknown', visitId: null, outcome: 'Not understood' } as const
  await addReplies(db, [
    ...(asked
      ? [
          {
            ...reply,
            id: uuidv7({ now: () => after(now, -minutes(95)) }),
            phone: (asked.contact ?? '').replace(/[^+\d]/g, ''),
            text: '1',
            meaning: 'confirm' as const,
            visitId: asked.id,
            outcome: 'Confirmed',
            at: after(now, -minutes(95)),
          },
        ]
      : []),
    {
      ...reply,
      id: uuidv7({ now: () => after(now, -minutes(17)) }),
      phone: ghanaPhone(4417).replaceAll(' ', ''),
      text: 'Please the traffic is too much can I come by 12',
      at: after(now, -minutes(17)),
    },
  ])
  await compareAllPersons(context)
  await decideChancePairs(db, managerId, after(now, -hours(18)))
}

/** Days of the week, from Sunday 0, on which the worker with this place does not work; never on a Tuesday. */
const freeDays = (place: number) => [place % 2 === 0 ? 0 : 6, [1, 3, 4, 5][place % 4]]

/** The shifts of this week and the next, from Monday on. */
function shiftsOf(workers: readonly Worker[], { id: siteId, timeZone }: SeedSite, now: Date): ShiftRow[] {
  const { day } = localAt(timeZone, minuteOf(now))
  const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
  const dates = Array.from({ length: 14 }, (_, index) => addDays(monday, index))
  const instant = (date: string, minute: number) =>
    new Date(minutes(firstInstantOfLocal(timeZone, date, minute)))
  return workers.flatMap(({ id: accountId, shifts }, place) =>
    dates
      .filter((date) => !freeDays(place).includes(new Date(date).getUTCDay()))
      .map((date) => ({
        siteId,
        accountId,
        startsAt: instant(date, shifts[0]?.from ?? 0),
        endsAt: instant(date, shifts.at(-1)?.until ?? 0),
        note: '',
      })),
  )
}
