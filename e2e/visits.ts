import type { Availability } from '../contract/booking.ts'
import type { CareKind, Gender, Priority } from '../contract/options.ts'
import type { Signed } from './sign-in.ts'
import type { Laboratory, Person } from './start-laboratory.ts'

export type Booked = { id: string; reference: string; version: number }

export type Wishes = {
  /** Differing from a woman of 34 with the name and the address of whoever books. */
  patient?: { fullName?: string; age?: number; gender?: Gender; contact?: string; email?: string }
  /** What somebody new is to the holder of the account. */
  relation?: CareKind
  tests?: readonly string[] | undefined
  priority?: Priority
  /** Without it the first free start. */
  at?: readonly [day: string, time: string]
  /** The first free start of tomorrow or later. */
  notToday?: boolean
}

/** A day, so many after today. */
export const daysAhead = (count: number): string =>
  new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)

/** Books a visit by the product's own call. */
export async function book(
  lab: Laboratory,
  by: Signed & Partial<Person>,
  { patient, relation, tests = ['Full Blood Count'], priority, at, notToday = false }: Wishes = {},
): Promise<Booked> {
  const { fullName, email } = by
  const { appointment } = await lab.call<{ appointment: Booked }>('POST', '/api/labtest/book', {
    by,
    body: {
      patientDetails: { fullName, age: 34, gender: 'female', contact: '+233 24 123 4567', email, ...patient },
      testType: tests,
      priority,
      relation,
      ...(at
        ? { scheduledDate: at[0], scheduleTime: at[1] }
        : { scheduledDate: await firstFree(lab, tests, notToday) }),
    },
  })
  return appointment
}

/** In the evening the first free start is tomorrow's: moves such a visit to a time of today, for the lists of today. */
export async function moveToToday(lab: Laboratory, visit: Booked | undefined): Promise<void> {
  // Or the minute's job gives up the visit before somebody arrives.
  await lab.sql('update queue set absent_minutes = 0')
  await lab.sql(
    `update visit set starts_at = start, ends_at = start + (ends_at - starts_at),
       during = tstzrange(start, start + (upper(during) - lower(during)))
     from (select today + interval '7 hours' + interval '15 minutes' * count(visit.id) as start, tomorrow
           from (select date_trunc('day', now(), 'Africa/Accra') as today,
                        date_trunc('day', now() + interval '1 day', 'Africa/Accra') as tomorrow) as days
           left join visit on starts_at >= today and starts_at < tomorrow
           group by today, tomorrow) as free
     where id = $1 and starts_at >= tomorrow`,
    [visit?.id],
  )
}

async function firstFree(lab: Laboratory, tests: readonly string[], notToday: boolean): Promise<string> {
  const query = new URLSearchParams(tests.map((test): [string, string] => ['tests', test]))
  const { days } = await lab.call<Availability>('GET', `/api/availability?${query}`)
  const free = days.slice(notToday ? 1 : 0).flatMap(({ starts }) => starts)[0]
  if (!free) throw new Error(`Nothing is free for ${tests.join(', ')}`)
  return free.at
}
