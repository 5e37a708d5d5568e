import type pg from 'pg'
import type { Laboratory } from './laboratory.ts'
import { patientId } from './patients.ts'
import { makeSite, siteId } from './places.ts'
import { makeManager } from './samples.ts'

/** The people, sites, prices and breakpoints of a laboratory with a busy day. */

export type Staff = { id: string; token: string }
/** A site with the people who work at its desk. Site 1 is there already. */
export type Desk = { siteId: string; number: number; cashier: Staff }

const chairs = 40
/** Visits of two quarters of an hour on each chair, from 07:00 to 19:00. */
const startsPerDay = 24

export const maya: Staff = { id: patientId(1_000_001), token: 'bench-bench-technician' }
export const rita: Staff = { id: patientId(1_000_002), token: 'bench-releasing-technician' }

export const tests = { FBC: 'Full Blood Count', GLU: 'Blood Sugar', UCUL: 'Urine Culture' } as const

/** Made-up breakpoints, which are of no standard. */
const breakpoints = [
  'organism,antibiotic,specimen,method,disk,susceptible,resistant',
  'Enterobacterales,CIP,,zone,5,25,22',
  'Enterobacterales,CRO,,zone,30,25,22',
  'Enterobacterales,MEM,,zone,10,22,16',
].join('\n')

export async function makeDay({ pool, server }: Laboratory, count: number): Promise<Desk[]> {
  for (const one of [maya, rita]) await makeManager(pool, one)
  const desks: Desk[] = []
  for (let number = 0; number < Math.ceil(count / (chairs * startsPerDay)) + 1; number++) {
    const cashier = { id: patientId(1_000_010 + number), token: `bench-cashier-${number}`.padEnd(16, '-') }
    await makeSite(pool, 2 + number, chairs)
    await makeManager(pool, cashier)
    desks.push({ siteId: siteId(2 + number), number: 1, cashier })
  }
  await pool.query('update test set bookable = true where code in (select test_code from culture_test)')
  await makePrices(pool, rita.id)
  await addBreakpoints(server.url)
  return desks
}

/** The start of visit `index` at its site: each start is given to as many visits as there are chairs. */
export function placeOf(index: number, desks: readonly Desk[]): { desk: Desk; minute: number } {
  const [desk] = desks.slice(index % desks.length)
  if (!desk) throw new Error('There is no desk')
  const turn = Math.floor(index / desks.length)
  return { desk, minute: 7 * 60 + (turn % startsPerDay) * 30 }
}

export async function makePrices(pool: pg.Pool, by: string): Promise<void> {
  await pool.query('update laboratory set prices_on = true')
  await pool.query(
    `insert into price (id, payer_id, test_code, amount, currency, valid_from, set_by, set_at)
     select gen_random_uuid(), payer.id, code, 6000, 'GHS', current_date, $2, now() from payer, unnest($1::text[]) as code where payer.kind = 'patient'`,
    [Object.keys(tests), by],
  )
}

async function addBreakpoints(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/microbiology/breakpoints`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rita.token}`,
      'content-type': 'application/octet-stream',
      ...{
        'x-source': encodeURIComponent('Example, no standard'),
        'x-year': '2026',
        'x-notation': 'exclusive',
      },
    },
    body: breakpoints,
  })
  if (!answer.ok) throw new Error(`The breakpoints were refused: ${await answer.text()}`)
}
