import { addDays } from '#server/modules/sites/index.ts'
import type { Spread } from './figures.ts'
import { httpRequest, openHttpClient } from './http-client.ts'
import type { Laboratory } from './laboratory.ts'
import { type LoadResult, startGenerator } from './load.ts'
import { type Facts, manager, openYear, rareName, readFacts } from './manager-data.ts'

/** What a manager's screens ask, with a year of ten thousand to a million visits in the database. */

export type SizeFigures = {
  visits: number
  rows: Record<string, number>
  /** Seeding, in seconds. */
  seconds: number
  calls: CallFigures[]
}
export type CallFigures = { call: string; aim: number; one: Spread; eight: Spread }

/** Milliseconds at the 99th percentile. */
const aims = { answer: 50, insights: 300 }
export const overTheAim = (figures: CallFigures | undefined): boolean =>
  figures !== undefined && figures.one.p99 > figures.aim

type Length = {
  /** At one client, of whose answers the 99th percentile is told; at eight a third of it. */
  seconds: number
  /** The least number of answers, within five times `seconds`: the 99th percentile of fewer than 200 would be the slowest. */
  answers: number
  /** Clients of the second measurement of each call; the column says eight. */
  atOnce: number
}

export async function measureManager({
  sizes,
  days,
  ...length
}: { sizes: readonly number[]; days: number } & Length): Promise<SizeFigures[]> {
  const figures: SizeFigures[] = []
  for (const visits of sizes) {
    const year = await openYear(visits, days)
    try {
      figures.push({
        visits,
        rows: year.rows,
        seconds: year.seconds,
        calls: await measureCalls(year.laboratory, length),
      })
    } finally {
      await year.laboratory.close()
    }
  }
  return figures
}

async function measureCalls({ pool, server }: Laboratory, length: Length): Promise<CallFigures[]> {
  const { seconds, atOnce } = length
  const generator = startGenerator()
  const port = Number(new URL(server.url).port)
  const run = (paths: string[], clients: number, time: number): Promise<LoadResult> =>
    generator.run({
      host: '127.0.0.1',
      port,
      clients,
      seconds: time,
      traffic: { kind: 'get', requests: paths.map((path) => ({ path, token: manager.token })) },
    })
  try {
    const facts = await readFacts(pool)
    const calls = callsOf(facts, await deepPage(port))
    const figures: CallFigures[] = []
    for (const [call, paths] of Object.entries(calls)) {
      // Statements are prepared, and what is looked at is in memory.
      await run(paths, atOnce, seconds / 8)
      const one = await enough((time) => run(paths, 1, time), length)
      const eight = await run(paths, atOnce, seconds / 3)
      const wrong = one.example ?? eight.example
      if (wrong !== undefined) throw new Error(`${call}: ${wrong}`)
      const aim = paths[0]?.startsWith('/api/insights?') ? aims.insights : aims.answer
      figures.push({ call, aim, one: one.times, eight: eight.times })
    }
    return figures
  } finally {
    generator.close()
  }
}

async function enough(
  run: (time: number) => Promise<LoadResult>,
  { seconds, answers }: Length,
): Promise<LoadResult> {
  const first = await run(seconds)
  return first.example !== undefined || first.times.n >= answers
    ? first
    : run(Math.min(5 * seconds, (seconds * answers) / Math.max(1, first.times.n)))
}

const list = '/api/Labtask/appointments-tasks'
const ask = (path: string, query: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]))}`

/** The key of the hundredth page, walked to as somebody would who turns every page. */
async function deepPage(port: number): Promise<string> {
  const client = await openHttpClient('127.0.0.1', port)
  const headers = { authorization: `Bearer ${manager.token}` }
  let cursor: string | null = null
  for (let page = 1; page < 100; page++) {
    const path = ask(list, { limit: 50, ...(cursor !== null && { cursor }) })
    const { status, body } = await client.ask(httpRequest('GET', path, { headers }))
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`)
    const { nextCursor } = JSON.parse(body.toString()) as { nextCursor: string | null }
    if (nextCursor === null) break
    cursor = nextCursor
  }
  client.close()
  if (cursor === null) throw new Error('There is one page only')
  return cursor
}

function callsOf(facts: Facts, deep: string): Record<string, string[]> {
  const { day, sites } = facts
  const visits = (query: Record<string, string | number>) =>
    ask(list, { pages: 'around', limit: 5, ...query })
  const month = { from: addDays(day, -29), to: day }
  const year = { from: addDays(day, -364), to: day }
  return {
    'visits, first page': [visits({})],
    'visits, first page of fifty': [visits({ limit: 50 })],
    'visits, soonest first': [visits({ order: 'soonest' })],
    'visits, the hundredth page': [visits({ cursor: deep })],
    'visits, completed': [visits({ status: 'completed' })],
    'visits, missed': [visits({ status: 'no_show' })],
    'visits of a day': [visits({ from: day, to: day })],
    'visits of a month': [visits(month)],
    'visits with a test': [visits({ test: 'Full Blood Count' })],
    'visits with a test, of a month': [visits({ test: 'Urine R/E', ...month })],
    'visits, high priority': [visits({ priority: 'high' })],
    'visits, missed, low priority, of a year': [visits({ status: 'no_show', priority: 'low', ...year })],
    'visits of one site': sites.map((siteId) => visits({ siteId })),
    'visits of one site, completed, with a test': [
      visits({ siteId: sites[0] ?? '', status: 'completed', test: 'Full Blood Count' }),
    ],
    'visits, a name that many have': ['Mensah', 'ama', 'kofi owusu'].map((search) => visits({ search })),
    'visits, a name that one has': [visits({ search: rareName })],
    'visits, a name that nobody has': [visits({ search: 'Nobodyatall' })],
    'visits, a name of many and a state': [visits({ search: 'Mensah', status: 'no_show' })],
    'visits, a letter': [visits({ search: 'm' })],
    'visits, a name of many with a test': [visits({ search: 'Mensah', test: 'Urine R/E' })],
    'visits, missed, with a test, of a month': [
      visits({ status: 'no_show', test: 'Full Blood Count', ...month }),
    ],
    'visits, those who came, of a month': [visits({ status: 'came', ...month })],
    'visits, walked in': [visits({ kind: 'walk_in' })],
    'visits by phone': [visits({ search: facts.phone })],
    'visits by e-mail': [visits({ search: facts.email })],
    'visits by reference': [visits({ search: facts.reference })],
    'visit with its history': facts.visits.map((id) => `/api/labtest/appointment/${id}/history`),
    'calendar of a day': [ask('/api/labtest/calendar', { day, siteId: sites[0] ?? '' })],
    'dashboard: open visits of the day': [
      ask(list, { from: day, to: day, order: 'soonest', status: 'open', limit: 6 }),
    ],
    'dashboard: count of booked visits': [ask(list, { status: 'booked', limit: 1 })],
    'dashboard: newest patients, and their count': [ask('/api/patients', { limit: 5 })],
    technicians: ['/api/technician'],
    'accounts, first page': [ask('/api/auth/get-all-users', { role: 'patient' })],
    'accounts, a name that many have': ['Mensah', 'ama', 'an'].map((search) =>
      ask('/api/auth/get-all-users', { role: 'patient', search }),
    ),
    'accounts by e-mail': [ask('/api/auth/get-all-users', { search: facts.email })],
    'patients, first page': ['/api/patients'],
    'patients, a name that many have': ['Mensah', 'ama owusu'].map((search) =>
      ask('/api/patients', { search }),
    ),
    'patients, a name that one has': [ask('/api/patients', { search: rareName })],
    'patients by phone': [ask('/api/patients', { search: facts.phone })],
    'patients by reference': [ask('/api/patients', { search: facts.reference })],
    'persons, a name that many have': ['Mensah', 'ama owusu'].map((search) => ask('/api/people', { search })),
    'persons, a letter': [ask('/api/people', { search: 'm' })],
    'persons, a name that one has': [ask('/api/people', { search: rareName })],
    'persons by phone': [ask('/api/people', { search: facts.phone })],
    'persons by reference': [ask('/api/people', { search: facts.reference })],
    'one patient': facts.accounts.map((id) => `/api/patients/${id}`),
    'visits of one patient': facts.accounts.map((id) => `/api/patients/${id}/visits`),
    'audit, first page': ['/api/audit'],
    'audit of a visit': [ask('/api/audit', { about: facts.reference })],
    'audit of a person': facts.accounts.map((by) => ask('/api/audit', { by })),
    'audit of one of the staff': [ask('/api/audit', { by: facts.staff })],
    'audit by a name that many have': [ask('/api/audit', { who: 'Mensah' })],
    'audit of an action': [ask('/api/audit', { action: 'visit.cancelled', ...month })],
    'audit of a patient': [ask('/api/audit', { about: facts.email })],
    deliveries: ['/api/deliveries'],
    'deliveries that failed': [ask('/api/deliveries', { state: 'failed' })],
    'deliveries by SMS': [ask('/api/deliveries', { channel: 'sms' })],
    'contact messages': ['/api/contact-messages'],
    'bench: the three cards': ['/api/Labtask/summary'],
    'bench: tasks': ['/api/Labtask/tasks'],
    'bench: completed': [ask('/api/Labtask/tasks', { status: 'completed' })],
    'bench: a name that many have': [ask('/api/Labtask/tasks', { search: 'Mensah' })],
    'bench: released, a name that many have': [ask('/api/Labtask/released', { search: 'Mensah' })],
    'bench: by accession': [ask('/api/Labtask/tasks', { search: facts.accession })],
    'bench: to release': ['/api/Labtask/release'],
    'bench: released': ['/api/Labtask/released'],
    'queue: the floor': ['/api/queue/floor'],
    'accuracy of a month': [ask('/api/queue/accuracy', { days: 30 })],
    'insights of a year': [ask('/api/insights', year)],
    'insights of a year, one site': [ask('/api/insights', { ...year, siteId: sites[0] ?? '' })],
    'insights of a year, one test': [ask('/api/insights', { ...year, test: 'FBC' })],
    'insights of a month': [ask('/api/insights', month)],
    'insights: today': ['/api/insights/today'],
    'insights: late tests': [ask('/api/insights/tasks', month)],
    'insights: rejections': [ask('/api/insights/rejections', month)],
    'insights: waits': [ask('/api/insights/waits', month)],
  }
}
