import { median } from './figures.ts'
import { httpRequest, openHttpClient } from './http-client.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { type LoadResult, startGenerator, startWorker } from './load.ts'
import { type Memory, memoryOf } from './memory.ts'
import { makePatients, patientToken, seeEveryone } from './patients.ts'
import { makeSite, randomPlace, siteId } from './places.ts'
import { whileCounting } from './processes.ts'
import type { RawOrder } from './raw-inserts.ts'

/** A rate, the times of single bookings, and processor time per booking in microseconds. */
type Rate = {
  perSecond: number
  p50: number
  p99: number
  server: number
  database: number
  generator: number
}

export type BookingFigures = {
  clients: number
  http: Rate
  raw: Rate
  /** HTTP's rate over the raw one. */
  ratio: number
  /** What the load generator reaches against an answer that costs the server next to nothing. */
  ceiling: number
}

const sites = Array.from({ length: 10 }, (_, index) => siteId(2 + index))
const chairs = 20

/** What a browser sends; the place and time are put in for each. */
const body = {
  patientDetails: {
    fullName: 'Ama Mensah',
    age: 34,
    gender: 'female',
    contact: '+233 24 123 4567',
    email: 'ama@example.com',
  },
  testType: ['Full Blood Count', 'Blood Sugar'],
  priority: 'low',
} as const

/**
 * Bookings a second through HTTP and straight into the same database, in turns, so that what else the machine does
 * falls on both. Throws when the rows do not agree with the answers.
 */
export async function measureBookings({
  clients: clientCounts,
  seconds,
  warmUp,
  rounds,
  people,
}: {
  clients: readonly number[]
  seconds: number
  warmUp: number
  rounds: number
  people: number
}): Promise<{ figures: BookingFigures[]; memory: { before: Memory; after: Memory } }> {
  const patients = { from: 1, count: people }
  const laboratory = await openLaboratory()
  const generator = startGenerator()
  const raw = startWorker<RawOrder, LoadResult>('raw-inserts.ts')
  try {
    for (const id of sites) await makeSite(laboratory.pool, Number.parseInt(id.slice(-12), 16), chairs)
    await makePatients(laboratory.pool, patients.count)
    const before = memoryOf(laboratory)
    const answer = await exampleAnswer(laboratory)
    const planVersion = await currentPlanVersion(laboratory)
    const { port } = new URL(laboratory.server.url)
    const at = { host: '127.0.0.1', port: Number(port) }
    let acknowledged = 1

    const counted = async (pid: number, work: () => Promise<LoadResult>): Promise<Rate> => {
      const who = { server: laboratory.server.pid, cluster: laboratory.cluster, generator: pid }
      const { result, ...seconds } = await whileCounting(who, work)
      acknowledged += result.succeeded
      const { p50, p99 } = result.times
      const each = (total: number) => (total / result.succeeded) * 1e6
      return {
        perSecond: result.perSecond,
        p50,
        p99,
        server: each(seconds.server),
        database: each(seconds.database),
        generator: each(seconds.generator),
      }
    }
    const throughHttp = async (clients: number, length: number) => {
      await seeEveryone(laboratory.pool)
      const traffic = { kind: 'book' as const, body, sites, patients }
      return counted(generator.pid, async () => {
        const result = await generator.run({ ...at, clients, seconds: length, traffic })
        refuseStrange(result)
        return result
      })
    }
    const straight = (clients: number) => {
      const rows = {
        sites,
        patients,
        tests: ['FBC', 'GLU'],
        patient: body.patientDetails,
        answer,
        planVersion,
      }
      return counted(raw.pid, () => raw.run({ connection: laboratory.connection, clients, seconds, ...rows }))
    }

    await throughHttp(16, warmUp)
    // As autovacuum keeps it: the warm-up has made the first persons and visits.
    await laboratory.pool.query('analyze person, account_person, visit')
    const figures: BookingFigures[] = []
    for (const clients of clientCounts) {
      const ceiling = await generator.run({
        ...at,
        clients,
        seconds: seconds / 4,
        traffic: { kind: 'get', requests: [{ path: '/healthz' }] },
      })
      const results: { raw: Rate; http: Rate }[] = []
      for (let round = 0; round < rounds; round++) {
        results.push({ raw: await straight(clients), http: await throughHttp(clients, seconds) })
      }
      const [http, straightly] = [results.map((one) => one.http), results.map((one) => one.raw)]
      figures.push({
        clients,
        http: middle(http),
        raw: middle(straightly),
        ratio: middle(http).perSecond / middle(straightly).perSecond,
        ceiling: ceiling.perSecond,
      })
      await countRows(laboratory, acknowledged)
    }
    return { figures, memory: { before, after: memoryOf(laboratory) } }
  } finally {
    generator.close()
    raw.close()
    await laboratory.close()
  }
}

/** The median of each figure. */
function middle(rates: readonly Rate[]): Rate {
  const of = (name: keyof Rate) => median(rates.map((rate) => rate[name]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    server: of('server'),
    database: of('database'),
    generator: of('generator'),
  }
}

/** A few starts are taken by chance; anything else is a fault of the product or of the bench. */
function refuseStrange({ statuses, example }: LoadResult): void {
  const strange = Object.keys(statuses).filter((status) => status !== '201' && status !== '409')
  if (strange.length > 0) throw new Error(`Answers that are neither 201 nor 409: ${example}`)
}

async function countRows({ pool }: Laboratory, acknowledged: number): Promise<void> {
  const { rows } = await pool.query<{ visits: number; answers: number }>(
    'select (select count(*) from visit) as visits, (select count(*) from idempotent_answer) as answers',
  )
  const [found] = rows
  if (found?.visits !== acknowledged || found.answers !== acknowledged) {
    throw new Error(`${acknowledged} bookings were acknowledged, but there are ${JSON.stringify(found)}`)
  }
}

async function currentPlanVersion({ pool }: Laboratory): Promise<string> {
  const { rows } = await pool.query<{ version: string }>('select plan_version as version from laboratory')
  return rows[0]?.version ?? ''
}

/** An answer as the server gives it, which the raw inserts store as well. */
async function exampleAnswer({ server }: Laboratory): Promise<string> {
  const client = await openHttpClient('127.0.0.1', Number(new URL(server.url).port))
  const { siteId: site, start } = randomPlace(sites)
  const request = httpRequest('POST', '/api/labtest/book', {
    body: JSON.stringify({ ...body, siteId: site, scheduledDate: start.toISOString() }),
    headers: { authorization: `Bearer ${patientToken(1)}`, 'idempotency-key': 'example' },
  })
  const answer = await client.ask(request)
  client.close()
  if (answer.status !== 201) throw new Error(`The first booking failed: ${answer.body.toString()}`)
  return answer.body.toString()
}
