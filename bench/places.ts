import type pg from 'pg'
import { after, days, systemClock } from '#server/platform/clock.ts'

/** Sites for visits: open 07:00 to 19:00 UTC every day, as the first site of a new laboratory. */
export const stepsPerDay = 48

export const siteId = (number: number): string =>
  `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Adds site number `number`; 1 is there already, with four chairs. */
export async function makeSite(pool: pg.Pool, number: number, chairs: number): Promise<void> {
  const id = siteId(number)
  await pool.query(
    `insert into site (id, name, time_zone) values ($1, $2, 'Africa/Accra') on conflict do nothing`,
    [id, `Site ${number}`],
  )
  await pool.query(
    `insert into site_hours (site_id, weekday, opens_minute, closes_minute)
     select $1, weekday, 420, 1140 from generate_series(0, 6) weekday on conflict do nothing`,
    [id],
  )
  await pool.query(
    `insert into chair (site_id, number, name)
     select $1, number, 'Chair ' || number from generate_series(1, $2::int) number on conflict do nothing`,
    [id, chairs],
  )
}

/** Midnight UTC, `count` days from today. */
export function dayFromToday(count: number): Date {
  const midnight = after(systemClock.now(), days(count))
  midnight.setUTCHours(0, 0, 0, 0)
  return midnight
}

const below = (count: number) => Math.floor(Math.random() * count)

/** A random start on one of `sites`, from tomorrow to the end of the horizon. */
export function randomPlace(sites: readonly string[]): { siteId: string; start: Date } {
  const midnight = dayFromToday(1 + below(178))
  const start = after(midnight, (7 * 60 + below(stepsPerDay) * 15) * 60_000)
  return { siteId: sites[below(sites.length)] ?? '', start }
}
