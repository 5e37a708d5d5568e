import { hasher } from '#server/platform/hasher.ts'
import { differenceOfMedians, median } from './figures.ts'
import { randomNetwork } from './generator-network.ts'
import { type HttpClient, httpRequest, openHttpClient } from './http-client.ts'
import { openLaboratory } from './laboratory.ts'
import { makePatients, patientEmail } from './patients.ts'

/** Two ways of asking whose answers and times must be alike, or whose difference the caller knows anyway. */
export type Comparison = {
  call: string
  ways: [string, string]
  n: number
  medians: [number, number]
  /** Of the medians, second less first, with its 95 % interval, in milliseconds. */
  difference: { difference: number; low: number; high: number }
  /** Whether all answers of both ways had the same status and body. */
  sameAnswers: boolean
}

type Way = { name: string; body: () => object }
/** `warmUp` calls of each kind come first and are not counted. */
type Size = { n: number; warmUp: number }
type Pair = { call: string; path: string; ways: [Way, Way] }

const password = 'seven-green-tubes'
const patients = 2_000

let numbered = 0
const known = () => patientEmail(1 + (numbered++ % patients))
const unknown = () => `nobody${numbered++}@example.com`
const registration = (email: string) => ({
  fullName: 'Ama Mensah',
  email,
  password: 'a-long-new-password',
  confirmPassword: 'a-long-new-password',
  acceptedTerms: true,
})

const pairs: Pair[] = [
  {
    call: 'log-in, wrong password',
    path: '/api/auth/login',
    ways: [
      { name: 'known address', body: () => ({ email: known(), password: 'not-this-one' }) },
      { name: 'unknown address', body: () => ({ email: unknown(), password: 'not-this-one' }) },
    ],
  },
  {
    call: 'log-in, known address',
    path: '/api/auth/login',
    ways: [
      { name: 'right password', body: () => ({ email: known(), password }) },
      { name: 'wrong password', body: () => ({ email: known(), password: 'not-this-one' }) },
    ],
  },
  {
    call: 'register',
    path: '/api/auth/register',
    ways: [
      { name: 'known address', body: () => registration(known()) },
      { name: 'unknown address', body: () => registration(unknown()) },
    ],
  },
  {
    call: 'resend code',
    path: '/api/auth/resend-otp',
    ways: [
      { name: 'known address', body: () => ({ email: known() }) },
      { name: 'unknown address', body: () => ({ email: unknown() }) },
    ],
  },
  {
    call: 'forgotten password',
    path: '/api/auth/forgot-password',
    ways: [
      { name: 'known address', body: () => ({ email: known() }) },
      { name: 'unknown address', body: () => ({ email: unknown() }) },
    ],
  },
]

/** Whether answers or their times tell if an address has an account: `n` questions each way, in random turns. */
export async function measureEnumeration(size: Size): Promise<Comparison[]> {
  const laboratory = await openLaboratory({ TRUSTED_PROXIES: '127.0.0.1' })
  const client = await openHttpClient('127.0.0.1', Number(new URL(laboratory.server.url).port))
  try {
    await makePatients(laboratory.pool, patients, await hasher.hash(password))
    const comparisons: Comparison[] = []
    for (const pair of pairs) comparisons.push(await compare(client, pair, size))
    return comparisons
  } finally {
    client.close()
    await laboratory.close()
  }
}

async function compare(
  client: HttpClient,
  { call, path, ways }: Pair,
  { n, warmUp }: Size,
): Promise<Comparison> {
  const times: [number[], number[]] = [[], []]
  const answers = new Set<string>()
  for (let round = -warmUp; round < n; round++) {
    const turns = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)
    for (const way of turns) {
      const headers = { 'x-forwarded-for': randomNetwork() }
      const request = httpRequest('POST', path, { body: JSON.stringify(ways[way].body()), headers })
      const { status, ms, body } = await client.ask(request)
      if (round < 0) continue
      times[way].push(ms)
      answers.add(`${status} ${withoutSecrets(body.toString())}`)
    }
  }
  const { difference, low, high } = differenceOfMedians(times[1], times[0])
  return {
    call,
    ways: [ways[0].name, ways[1].name],
    n,
    medians: [median(times[0]), median(times[1])],
    difference: { difference, low, high },
    sameAnswers: answers.size === 1,
  }
}

/** Requests are numbered: that number differs in every answer. */
const withoutSecrets = (body: string) => body.replace(/"requestId":"[^"]*"/, '')
