import { type Laboratory, openLaboratory } from './laboratory.ts'
import type { Traffic } from './load.ts'
import { type CallFigures, openMeter, type Rounds } from './meter.ts'
import { makePatients, patientNumber, patientToken } from './patients.ts'
import { dayFromToday, siteId } from './places.ts'
import { makeSamples, releaser, tasksOf, technician } from './samples.ts'

type Requests = Extract<Traffic, { kind: 'get' }>['requests']

/** Measures reads of signed-in people: answers a second, and processor time of each. */
export async function measureReads({
  samples,
  ...size
}: Rounds & { samples: number }): Promise<CallFigures[]> {
  const laboratory = await openLaboratory()
  const meter = openMeter(laboratory)
  try {
    await makePatients(laboratory.pool, 1_000)
    const calls = await makeReads(laboratory, samples)
    const figures: CallFigures[] = []
    for (const [call, requests] of Object.entries(calls)) {
      const read = (clients: number) =>
        meter.rateOf(() => meter.load(clients, size.seconds, { kind: 'get', requests }))
      await read(16)
      for await (const { clients, ceiling, medianOf } of meter.medians(size, { read })) {
        figures.push({ call, clients, ...medianOf('read'), ceiling })
      }
    }
    return figures
  } finally {
    meter.close()
    await laboratory.close()
  }
}

/** Makes samples and released reports; patients 1 to 1,000 must be there. Returns the requests that read them. */
export async function makeReads(laboratory: Laboratory, samples: number): Promise<Record<string, Requests>> {
  await makeSamples(laboratory.pool, samples)
  await laboratory.pool.query(
    `insert into visit_test (site_id, visit_id, starts_at, test_code)
     select site_id, id, starts_at, 'FBC' from visit where starts_at > now()`,
  )
  await laboratory.pool.query('vacuum analyze visit_test')
  return {
    'a patient’s visit': await visitsOfPatients(laboratory),
    'a day’s appointments, for staff': [dayOfSite(3), dayOfSite(4)],
    'a patient’s report': await reportsOfPatients(laboratory),
  }
}

/** The first page of the appointments of site 2, `days` days from today. */
function dayOfSite(days: number): Requests[number] {
  const on = dayFromToday(days).toISOString().slice(0, 10)
  const query = new URLSearchParams({ from: on, to: on, siteId: siteId(2), limit: '50' })
  return { path: `/api/Labtask/appointments-tasks?${query}`, token: technician.token }
}

async function visitsOfPatients({ pool }: Laboratory): Promise<Requests> {
  const { rows } = await pool.query<Owned>(
    `select id, account_id as owner from visit
     where id in (select visit_id from visit_test) order by md5(id::text) limit 500`,
  )
  return some(rows, 'visits with tests').map(byOwner((id) => `/api/labtest/appointment/${id}`))
}

/** Releases completed tasks through the API and returns requests for their reports. */
async function reportsOfPatients({ pool, server }: Laboratory): Promise<Requests> {
  const tasks = some(await tasksOf(pool, 'FBC', 'completed'), 'completed tasks to release').slice(0, 20)
  const answer = await fetch(`${server.url}/api/Labtask/release`, {
    method: 'POST',
    headers: { authorization: `Bearer ${releaser.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { rows } = await pool.query<Owned>(
    `select v.id, v.account_id as owner
     from report r join visit v on v.site_id = r.site_id and v.id = r.visit_id`,
  )
  return some(rows, 'reports').map(byOwner((id) => `/api/labtest/appointment/${id}/report`))
}

/** A visit and the account that it belongs to. */
type Owned = { id: string; owner: string }

const byOwner = (path: (id: string) => string) => (visit: Owned) => ({
  path: path(visit.id),
  token: patientToken(patientNumber(visit.owner)),
})

/** Throws when there are none: what is not there must not be measured. */
function some<T>(rows: T[], what: string): T[] {
  if (rows.length === 0) throw new Error(`There are no ${what}`)
  return rows
}
