import { hasher } from '#server/platform/hasher.ts'
import { bookingBody } from './bookings.ts'
import type { Spread } from './figures.ts'
import { openLaboratory } from './laboratory.ts'
import { startGenerator, type Traffic } from './load.ts'
import { makePatients } from './patients.ts'
import { makeSite, siteId } from './places.ts'

export type LogInFigures = {
  /** By number of clients. `refused` were told to come back in a moment (503): the line for hashing was full. */
  rates: { clients: number; perSecond: number; times: Spread; refused: number }[]
  /** Times of another call with one client, while that many clients log in without a pause. */
  others: { call: string; meanwhile: { clients: number; times: Spread }[] }[]
}

const password = 'a long walk by the river'
const sites = Array.from({ length: 10 }, (_, index) => siteId(2 + index))

/** Log-ins a second with the right password, and how long other calls take meanwhile. */
export async function measureLogIns({
  clients: clientCounts,
  beside,
  seconds,
  people,
}: {
  clients: readonly number[]
  /** Numbers of clients that log in while other calls are measured. */
  beside: readonly number[]
  seconds: number
  people: number
}): Promise<LogInFigures> {
  const laboratory = await openLaboratory({ TRUSTED_PROXIES: '127.0.0.1' })
  const [flood, other] = [startGenerator(), startGenerator()]
  try {
    for (const id of sites) await makeSite(laboratory.pool, Number.parseInt(id.slice(-12), 16), 20)
    await makePatients(laboratory.pool, people, await hasher.hash(password))
    const at = { host: '127.0.0.1', port: Number(new URL(laboratory.server.url).port) }
    const logIn = (clients: number, length: number) =>
      flood.run({
        ...at,
        clients,
        seconds: length,
        traffic: { kind: 'log in', patients: people, password },
      })
    const ask = (traffic: Traffic) => other.run({ ...at, clients: 1, seconds, traffic })
    const calls: Record<string, Traffic> = {
      '/healthz': { kind: 'get', requests: [{ path: '/healthz' }] },
      'free times': { kind: 'get', requests: [{ path: '/api/availability?tests=Typhidot' }] },
      'a booking': { kind: 'book', body: bookingBody, sites, patients: { from: 1, count: people } },
    }

    await logIn(4, seconds / 5)
    const rates: LogInFigures['rates'] = []
    for (const clients of clientCounts) {
      const { perSecond, times, statuses } = await logIn(clients, seconds)
      rates.push({ clients, perSecond, times, refused: statuses['503'] ?? 0 })
    }
    const others: LogInFigures['others'] = []
    for (const [call, traffic] of Object.entries(calls)) {
      await ask(traffic)
      const meanwhile: LogInFigures['others'][number]['meanwhile'] = []
      for (const clients of beside) {
        const [{ times }] = await Promise.all([ask(traffic), clients ? logIn(clients, seconds) : undefined])
        meanwhile.push({ clients, times })
      }
      others.push({ call, meanwhile })
    }
    return { rates, others }
  } finally {
    flood.close()
    other.close()
    await laboratory.close()
  }
}
