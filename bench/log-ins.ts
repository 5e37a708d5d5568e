import { hasher } from '#server/platform/hasher.ts'
import { differenceOfMedians, median, type Spread } from './figures.ts'
import { randomNetwork } from './generator-network.ts'
import { httpRequest, openHttpClient } from './http-client.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { startGenerator } from './load.ts'
import { makePatients, patientEmail } from './patients.ts'

export type LogInFigures = {
  perSecond: number
  times: Spread
  /** Another call's times while log-ins flood the server. */
  availabilityMeanwhile: Spread
  /** Medians in milliseconds, and their difference with its 95 % interval. */
  known: { call: string; known: number; unknown: number; difference: number; low: number; high: number }[]
}

const password = 'a long walk by the river'
const people = 4_000

/**
 * Log-ins a second with the right password, what a flood of them does to another call, and whether answers come
 * sooner or later for an address that has an account.
 */
export async function measureLogIns({
  seconds,
  pairs,
}: {
  seconds: number
  pairs: number
}): Promise<LogInFigures> {
  const laboratory = await openLaboratory({ TRUSTED_PROXIES: '127.0.0.1' })
  const [flood, other] = [startGenerator(), startGenerator()]
  try {
    await makePatients(laboratory.pool, people, await hasher.hash(password))
    const at = { host: '127.0.0.1', port: Number(new URL(laboratory.server.url).port), seconds }
    const logIn = { kind: 'log in' as const, patients: people, password }
    const quiet = await flood.run({ ...at, clients: 4, traffic: logIn })
    const [, meanwhile] = await Promise.all([
      flood.run({ ...at, clients: 64, traffic: logIn }),
      other.run({ ...at, clients: 2, traffic: { kind: 'get', paths: ['/api/availability?tests=Typhidot'] } }),
    ])
    return {
      perSecond: quiet.perSecond,
      times: quiet.times,
      availabilityMeanwhile: meanwhile.times,
      known: await compareAddresses(laboratory, pairs),
    }
  } finally {
    flood.close()
    other.close()
    await laboratory.close()
  }
}

/** Asks in turns for an address that has an account and one that has none. */
async function compareAddresses({ server }: Laboratory, pairs: number): Promise<LogInFigures['known']> {
  const client = await openHttpClient('127.0.0.1', Number(new URL(server.url).port))
  const calls: [string, (email: string) => [path: string, body: object]][] = [
    ['login', (email) => ['/api/auth/login', { email, password: 'not this one' }]],
    [
      'register',
      (email) => [
        '/api/auth/register',
        { fullName: 'Somebody', email, password, confirmPassword: password, acceptedTerms: true },
      ],
    ],
    ['resend-otp', (email) => ['/api/auth/resend-otp', { email }]],
    ['forgot-password', (email) => ['/api/auth/forgot-password', { email }]],
  ]
  const figures: LogInFigures['known'] = []
  for (const [index, [call, make]] of calls.entries()) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let pair = 0; pair < pairs; pair++) {
      const person = 1 + index * pairs + pair
      for (const kind of pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const email = kind === 'known' ? patientEmail(person) : `nobody${person}@example.com`
        const [path, body] = make(email)
        const headers = { 'x-forwarded-for': randomNetwork() }
        const answer = await client.ask(httpRequest('POST', path, { body: JSON.stringify(body), headers }))
        times[kind].push(answer.ms)
      }
    }
    figures.push({
      call,
      known: median(times.known),
      unknown: median(times.unknown),
      ...differenceOfMedians(times.known, times.unknown),
    })
  }
  client.close()
  return figures
}
