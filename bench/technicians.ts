import type { ReportContent } from '#contract/reports.ts'
import { drawReport } from '#server/modules/laboratory/reports/draw-report.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Spread, spreadOf } from './figures.ts'
import { type HttpClient, httpRequest, openHttpClient } from './http-client.ts'
import { openLaboratory } from './laboratory.ts'
import { makePatients } from './patients.ts'
import { makeSamples, releaser, tasksOf, technician } from './samples.ts'

export type TechnicianFigures = {
  samples: number
  calls: { call: string; times: Spread }[]
  /** Processor time of drawing one report of a full blood count, in milliseconds. */
  report: { first: number; later: number }
}

type Form = {
  resultsRevision: number
  analytes: { code: string; calculated: boolean; lowest: number; highest: number; decimals: number }[]
}

/** What a technician waits for with `samples` in the database: one client, each call many times. */
export async function measureTechnicians({
  samples,
  n,
  reports: drawings,
}: {
  samples: number
  n: number
  /** How often a report is drawn. */
  reports: number
}): Promise<TechnicianFigures> {
  const laboratory = await openLaboratory()
  const { pool, server } = laboratory
  try {
    await makePatients(pool, 1_000)
    await makeSamples(pool, samples)
    const client = await openHttpClient('127.0.0.1', Number(new URL(server.url).port))
    const ask = asker(client)
    const { rows } = await pool.query<{ accession: string }>(
      `select accession from sample order by md5(accession) limit 50`,
    )
    const calls: TechnicianFigures['calls'] = []
    const reads = {
      'the three cards': () => '/api/Labtask/summary',
      'the dashboard’s queue': () => '/api/Labtask/tasks?limit=50',
      'completed today': () => '/api/Labtask/tasks?status=completed&limit=50',
      'a worklist by test': () => '/api/Labtask/tasks?status=pending&test=Full%20Blood%20Count&limit=200',
      'search by accession': (turn: number) =>
        `/api/Labtask/tasks?search=${rows[turn % rows.length]?.accession}`,
      'search by a name that few have': () => '/api/Labtask/tasks?search=Nobody',
      'what waits for release': () => '/api/Labtask/release',
    }
    for (const [call, path] of Object.entries(reads)) {
      const times: number[] = []
      for (let turn = -10; turn < n; turn++) {
        const { ms } = await ask('GET', path(turn + 10), technician.token)
        if (turn >= 0) times.push(ms)
      }
      calls.push({ call, times: spreadOf(times) })
    }
    calls.push(...(await measureCounts(ask, await tasksOf(pool, 'FBC', 'in_progress'), n)))
    client.close()
    const { rows: reports } = await pool.query<{ content: ReportContent }>(
      'select content from report limit 1',
    )
    if (!reports[0]) throw new Error('Nothing was released')
    return { samples, calls, report: await costOf(reports[0].content, drawings) }
  } finally {
    await laboratory.close()
  }
}

type Ask = (
  method: string,
  path: string,
  token: string,
  body?: object,
) => Promise<{ ms: number; body: Buffer }>

function asker(client: HttpClient): Ask {
  return async (method, path, token, body) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = httpRequest(method, path, {
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = await client.ask(request)
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.body.toString('utf8', 0, 300)}`)
    return answer
  }
}

/** A full blood count is saved, completed, and released with its report, each by the call that the screens make. */
async function measureCounts(ask: Ask, tasks: readonly string[], n: number) {
  const [opened, saved, released]: [number[], number[], number[]] = [[], [], []]
  for (const id of tasks.slice(0, n)) {
    const path = `/api/Labtask/task/${id}`
    const { ms, body } = await ask('GET', `${path}/results`, technician.token)
    opened.push(ms)
    const form = JSON.parse(body.toString()) as Form
    saved.push((await ask('POST', `${path}/results`, technician.token, countOf(form))).ms)
    await ask('PUT', `${path}/status`, technician.token, { status: 'completed', notes: '' })
    if (released.length < 20)
      released.push((await ask('POST', '/api/Labtask/release', releaser.token, { tasks: [id] })).ms)
  }
  return [
    { call: 'opening a panel', times: spreadOf(opened) },
    { call: 'saving a full blood count', times: spreadOf(saved) },
    { call: 'releasing it, with its report', times: spreadOf(released) },
  ]
}

/** Everyday values: nothing that has to be called. */
const everyday: Readonly<Record<string, number>> = { WBC: 6, RBC: 4.8, HGB: 14, HCT: 42, PLT: 250 }

function countOf({ analytes, resultsRevision }: Form): object {
  const values = Object.fromEntries(
    analytes
      .filter(({ calculated }) => !calculated)
      .map(({ code, lowest, highest }) => [code, everyday[code] ?? Math.round((lowest + highest) / 4)]),
  )
  return { values, revision: resultsRevision }
}

/** Drawn again and again as it was released; the first time fonts are read. */
async function costOf(report: ReportContent, drawings: number): Promise<TechnicianFigures['report']> {
  const at = systemClock.now()
  const costs: number[] = []
  for (let turn = 0; turn < drawings; turn++) {
    const before = process.cpuUsage()
    await drawReport(report, { verifyUrl: `http://localhost/verify/${report.code}`, at, logo: null })
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1000)
  }
  const [first = Number.NaN, ...later] = costs
  return { first, later: spreadOf(later).p50 }
}
