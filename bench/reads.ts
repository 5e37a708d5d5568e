import { median, type Spread } from './figures.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { type Load, startGenerator, type Traffic } from './load.ts'
import { makePatients, patientToken } from './patients.ts'
import { dayFromToday, siteId } from './places.ts'
import { whileCounting } from './processes.ts'
import { makeSamples, releaser, tasksOf, technician } from './samples.ts'

export type ReadFigures = {
  call: string
  clients: number
  perSecond: number
  times: Spread
  /** Processor time of an answer, in microseconds. */
  server: number
  database: number
  /** What the load generator reaches against an answer that costs the server next to nothing. */
  ceiling: number
}

type Requests = Extract<Traffic, { kind: 'get' }>['requests']

/** How often a signed-in person is answered who reads, and what each answer costs. */
export async function measureReads({
  clients: clientCounts,
  seconds,
  rounds,
  samples,
}: {
  clients: readonly number[]
  seconds: number
  rounds: number
  samples: number
}): Promise<ReadFigures[]> {
  const laboratory = await openLaboratory()
  const generator = startGenerator()
  try {
    await makePatients(laboratory.pool, 1_000)
    await makeSamples(laboratory.pool, samples)
    await laboratory.pool.query(
      `insert into visit_test (site_id, visit_id, starts_at, test_code)
       select site_id, id, starts_at, 'FBC' from visit where starts_at > now()`,
    )
    await laboratory.pool.query('vacuum analyze visit_test')
    const calls: Record<string, Requests> = {
      'a patient’s visit': await visitsOfPatients(laboratory),
      'a day’s appointments, for staff': [dayOfSite(3), dayOfSite(4)],
      'a patient’s report': await reportsOfPatients(laboratory),
    }
    const { port } = new URL(laboratory.server.url)
    const run = async (clients: number, length: number, requests: Requests) => {
      const load: Load = {
        host: '127.0.0.1',
        port: Number(port),
        clients,
        seconds: length,
        traffic: { kind: 'get', requests },
      }
      const who = { server: laboratory.server.pid, cluster: laboratory.cluster, generator: generator.pid }
      const { result, server, database } = await whileCounting(who, () => generator.run(load))
      if (result.example !== undefined) throw new Error(`An answer was no success: ${result.example}`)
      const each = (total: number) => (total / result.succeeded) * 1e6
      return { ...result, server: each(server), database: each(database) }
    }
    const figures: ReadFigures[] = []
    for (const [call, requests] of Object.entries(calls)) {
      await run(16, seconds, requests)
      for (const clients of clientCounts) {
        const ceiling = await run(clients, seconds / 4, [{ path: '/healthz' }])
        const results = []
        for (let round = 0; round < rounds; round++) results.push(await run(clients, seconds, requests))
        const middle = results.toSorted((one, other) => one.perSecond - other.perSecond)[rounds >> 1]
        if (!middle) throw new Error('Nothing was measured')
        figures.push({
          call,
          clients,
          perSecond: middle.perSecond,
          times: middle.times,
          server: median(results.map(({ server }) => server)),
          database: median(results.map(({ database }) => database)),
          ceiling: ceiling.perSecond,
        })
      }
    }
    return figures
  } finally {
    generator.close()
    await laboratory.close()
  }
}

/** The first page of a day of the first site, so many days from today. */
function dayOfSite(days: number): Requests[number] {
  const on = dayFromToday(days).toISOString().slice(0, 10)
  const query = new URLSearchParams({ from: on, to: on, siteId: siteId(2), limit: '50' })
  return { path: `/api/Labtask/appointments-tasks?${query}`, token: technician.token }
}

async function visitsOfPatients({ pool }: Laboratory): Promise<Requests> {
  const { rows } = await pool.query<{ id: string; patient: number }>(
    `select id, ('x' || right(account_id::text, 8))::bit(32)::int as patient from visit
     where id in (select visit_id from visit_test) order by md5(id::text) limit 500`,
  )
  return rows.map(({ id, patient }) => ({
    path: `/api/labtest/appointment/${id}`,
    token: patientToken(patient),
  }))
}

/** Reports that are released for this, as the bench does. */
async function reportsOfPatients({ pool, server }: Laboratory): Promise<Requests> {
  const tasks = (await tasksOf(pool, 'FBC', 'completed')).slice(0, 20)
  const answer = await fetch(`${server.url}/api/Labtask/release`, {
    method: 'POST',
    headers: { authorization: `Bearer ${releaser.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const { rows } = await pool.query<{ id: string; patient: number }>(
    `select v.id, ('x' || right(v.account_id::text, 8))::bit(32)::int as patient
     from report r join visit v on v.site_id = r.site_id and v.id = r.visit_id`,
  )
  return rows.map(({ id, patient }) => ({
    path: `/api/labtest/appointment/${id}/report`,
    token: patientToken(patient),
  }))
}
