import { hasher } from '#server/platform/hasher.ts'
import type { Spread } from './figures.ts'
import { openLaboratory } from './laboratory.ts'
import { startGenerator } from './load.ts'
import { makePatients } from './patients.ts'

export type LogInFigures = {
  /** By number of clients. `refused` were told to come back in a moment (503): the line for hashing was full. */
  rates: { clients: number; perSecond: number; times: Spread; refused: number }[]
  /** Times of another call with one client: alone, and while a flood of clients logs in at the highest rate allowed. */
  others: { call: string; alone: Spread; meanwhile: Spread }[]
}

const password = 'a long walk by the river'
const calls = ['/healthz', '/api/availability?tests=Typhidot']

/** Log-ins a second with the right password, and what a flood of them does to other calls. */
export async function measureLogIns({
  clients: clientCounts,
  flood: floodClients,
  seconds,
  people,
}: {
  clients: readonly number[]
  /** The number of clients that log in while other calls are measured. */
  flood: number
  seconds: number
  people: number
}): Promise<LogInFigures> {
  const laboratory = await openLaboratory({ TRUSTED_PROXIES: '127.0.0.1' })
  const [flood, other] = [startGenerator(), startGenerator()]
  try {
    await makePatients(laboratory.pool, people, await hasher.hash(password))
    const at = { host: '127.0.0.1', port: Number(new URL(laboratory.server.url).port) }
    const logIn = (clients: number, length: number) =>
      flood.run({
        ...at,
        clients,
        seconds: length,
        traffic: { kind: 'log in', patients: people, password },
      })
    const ask = (path: string) =>
      other.run({ ...at, clients: 1, seconds, traffic: { kind: 'get', requests: [{ path }] } })

    await logIn(4, seconds / 5)
    const rates: LogInFigures['rates'] = []
    for (const clients of clientCounts) {
      const { perSecond, times, statuses } = await logIn(clients, seconds)
      rates.push({ clients, perSecond, times, refused: statuses['503'] ?? 0 })
    }
    const others: LogInFigures['others'] = []
    for (const call of calls) {
      await ask(call)
      const alone = await ask(call)
      const [meanwhile] = await Promise.all([ask(call), logIn(floodClients, seconds)])
      others.push({ call, alone: alone.times, meanwhile: meanwhile.times })
    }
    return { rates, others }
  } finally {
    flood.close()
    other.close()
    await laboratory.close()
  }
}
