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

/**
 * When today is full or over, the first free start is tomorrow's: moves such a visit to the first time of today at which its chair is
 * free, for the lists of today.
 */
export async function moveToToday(lab: Laboratory, visit: Booked | undefined): Promise<void> {
  // Or the minute's job gives up the visit before somebody arrives.
  await lab.sql('update queue set absent_minutes = 0')
  await lab.sql(
    `update visit v set starts_at = start, ends_at = start + (v.ends_at - v.starts_at),
       during = tstzrange(start, start + (upper(v.during) - lower(v.during)))
     from visit before, date_trunc('day', $2::timestamptz, 'Africa/Accra') as today, lateral (
       select min(free) as start from generate_series(today + '7 hours', today + '23 hours', '15 minutes') as free
       where not exists (select from visit other where other.site_id = before.site_id and other.chair = before.chair
         and other.during && tstzrange(free, free + (upper(before.during) - lower(before.during))))) as first
     where v.id = $1 and before.id = v.id and v.starts_at >= today + interval '1 day'`,
    [visit?.id, new Date()],
  )
}

async function firstFree(lab: Laboratory, tests: readonly string[], notToday: boolean): Promise<string> {
  const query = new URLSearchParams(tests.map((test): [string, string] => ['tests', test]))
  const { days } = await lab.call<Availability>('GET', `/api/availability?${query}`)
  const free = days.slice(notToday ? 1 : 0).flatMap(({ starts }) => starts)[0]
  if (!free) throw new Error(`Nothing is free for ${tests.join(', ')}`)
  return free.at
}
