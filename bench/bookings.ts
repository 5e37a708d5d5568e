import { httpRequest, openHttpClient } from './http-client.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { type LoadResult, startWorker } from './load.ts'
import { type Memory, memoryOf } from './memory.ts'
import { openMeter, type Rate, type Rounds } from './meter.ts'
import { makePatients, patientToken, seeEveryone } from './patients.ts'
import { makeSite, randomPlace, siteId } from './places.ts'
import { bareTable, type RawOrder } from './raw-inserts.ts'

export type BookingFigures = {
  clients: number
  http: Rate
  raw: Rate
  /** An insert into a table that has nothing but the exclusion constraint. */
  bare: Rate
  /** HTTP's rate over the raw one. */
  ratio: number
  ceiling: number
}

const sites = Array.from({ length: 10 }, (_, index) => siteId(2 + index))
const chairs = 20

/** What a browser sends; the place and time are put in for each. */
export const bookingBody = {
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
 * Bookings a second through HTTP and straight into the same database. Throws when the rows do not agree with the
 * answers.
 */
export async function measureBookings({
  warmUp,
  people,
  ...size
}: Rounds & { warmUp: number; people: number }): Promise<{
  figures: BookingFigures[]
  memory: { before: Memory; after: Memory }
}> {
  const patients = { from: 1, count: people }
  const laboratory = await openLaboratory()
  const meter = openMeter(laboratory)
  const raw = startWorker<RawOrder, LoadResult>('raw-inserts.ts')
  try {
    for (const id of sites) await makeSite(laboratory.pool, Number.parseInt(id.slice(-12), 16), chairs)
    await makePatients(laboratory.pool, patients.count)
    await laboratory.pool.query(bareTable)
    const before = memoryOf(laboratory)
    const order = {
      connection: laboratory.connection,
      seconds: size.seconds,
      sites,
      chairs,
      patients,
      tests: ['FBC', 'GLU'],
      patient: bookingBody.patientDetails,
      answer: await exampleAnswer(laboratory),
      planVersion: await currentPlanVersion(laboratory),
    }
    let acknowledged = 1
    const counted = async (work: () => Promise<LoadResult>, by?: { pid: number }) => {
      await skipMessages(laboratory)
      return meter.rateOf(async () => {
        const result = await work()
        acknowledged += result.succeeded
        return result
      }, by)
    }
    const straight = (clients: number) =>
      counted(() => raw.run({ ...order, what: 'statement', clients }), raw)
    const bare = async (clients: number) => {
      await skipMessages(laboratory)
      return meter.rateOf(() => raw.run({ ...order, what: 'bare', clients }), raw)
    }
    const throughHttp = async (clients: number, seconds = size.seconds) => {
      await seeEveryone(laboratory.pool)
      // A few starts are taken by chance; anything else is a fault of the product or of the bench.
      const traffic = { kind: 'book' as const, body: bookingBody, sites, patients }
      return counted(() => meter.load(clients, seconds, traffic, ['201', '409']))
    }

    await throughHttp(16, warmUp)
    // As autovacuum keeps it: the warm-up has made the first persons and visits.
    await laboratory.pool.query('analyze person, account_person, visit')
    const figures: BookingFigures[] = []
    const ways = { bare, raw: straight, http: throughHttp }
    for await (const { clients, ceiling, medianOf } of meter.medians(size, ways)) {
      const [http, straightly] = [medianOf('http'), medianOf('raw')]
      const ratio = http.perSecond / straightly.perSecond
      figures.push({ clients, http, raw: straightly, bare: medianOf('bare'), ratio, ceiling })
      await countRows(laboratory, acknowledged)
    }
    return { figures, memory: { before, after: memoryOf(laboratory) } }
  } finally {
    meter.close()
    raw.close()
    await laboratory.close()
  }
}

/** Skips the messages of earlier rounds, so that each round sends only its own. */
const skipMessages = ({ pool }: Laboratory) =>
  pool.query(
    "update outbox set state = 'skipped', spread_at = created_at where spread_at is null or state in ('planned', 'sending')",
  )

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
    body: JSON.stringify({ ...bookingBody, siteId: site, scheduledDate: start.toISOString() }),
    headers: { authorization: `Bearer ${patientToken(1)}`, 'idempotency-key': 'example' },
  })
  const answer = await client.ask(request)
  client.close()
  if (answer.status !== 201) throw new Error(`The first booking failed: ${answer.body.toString()}`)
  return answer.body.toString()
}
