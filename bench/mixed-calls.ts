import { hasher } from '#server/platform/hasher.ts'
import { bookingBody } from './bookings.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import type { Traffic } from './load.ts'
import { type Memory, memoryOf } from './memory.ts'
import { openMeter } from './meter.ts'
import { makePatients } from './patients.ts'
import { makeSite, siteId } from './places.ts'
import { makeReads } from './reads.ts'

export type MemoryFigures = Memory & {
  when: string
  /** Answers since the server started. */
  answers: number
}

type Share = { clients: number; traffic: Traffic; expected: string[] }

const sites = Array.from({ length: 10 }, (_, index) => siteId(2 + index))
const password = 'a long walk by the river'

/** Memory of server and database at rest, after many bookings, and during minutes of mixed calls. */
export async function measureMixedCalls({
  bookings,
  people,
  samples,
  share: shareSeconds,
  minutes,
  every,
}: {
  bookings: number
  people: number
  samples: number
  /** Seconds for which each kind of call is made, in turns. */
  share: number
  minutes: number
  /** Minutes from one figure to the next. */
  every: number
}): Promise<MemoryFigures[]> {
  const laboratory = await openLaboratory({ TRUSTED_PROXIES: '127.0.0.1' })
  const meter = openMeter(laboratory)
  let answers = 0
  const figures: MemoryFigures[] = []
  const note = (when: string) => figures.push({ when, answers, ...memoryOf(laboratory) })
  const take = async ({ clients, traffic, expected }: Share) => {
    const { statuses, succeeded } = await meter.load(clients, shareSeconds, traffic, expected)
    answers += Object.values(statuses).reduce((sum, count) => sum + count, 0)
    return succeeded
  }
  const shares = await prepare(laboratory, people, samples)
  try {
    note('at rest')
    let booked = 0
    const book = shares.find(({ traffic }) => traffic.kind === 'book')
    for (let turn = 0; book && booked < bookings; turn++) {
      booked += await take({ ...book, clients: turn % 2 === 0 ? 16 : 64 })
    }
    note(`${booked} bookings`)
    const start = performance.now()
    const passed = () => (performance.now() - start) / 60_000
    for (let next = every; passed() < minutes; ) {
      for (const share of shares) await take(share)
      if (passed() < next) continue
      note(`${Math.round(passed())} minutes of mixed calls`)
      next += every
    }
    return figures
  } finally {
    meter.close()
    await laboratory.close()
  }
}

/** A typical mix of calls: mostly reads, then bookings, free times, public pages and log-ins. */
async function prepare(laboratory: Laboratory, people: number, samples: number): Promise<Share[]> {
  await makePatients(laboratory.pool, people, await hasher.hash(password))
  const reads = await makeReads(laboratory, samples)
  for (const id of sites) await makeSite(laboratory.pool, Number.parseInt(id.slice(-12), 16), 20)
  const get = (requests: { path: string; token?: string }[]): Share => ({
    clients: 8,
    traffic: { kind: 'get', requests },
    expected: ['200'],
  })
  const publicPages = ['/', '/api/availability?tests=Typhidot', '/api/queue/accuracy']
  return [
    ...Object.values(reads).map(get),
    get(publicPages.map((path) => ({ path }))),
    {
      clients: 4,
      traffic: { kind: 'book', body: bookingBody, sites, patients: { from: 1, count: people } },
      expected: ['201', '409'],
    },
    { clients: 1, traffic: { kind: 'log in', patients: people, password }, expected: ['200'] },
  ]
}
