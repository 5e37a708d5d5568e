import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page, type Request } from '@playwright/test'
import type { Role } from '#contract/options.ts'
import { findBrowser } from '../scripts/chromium.ts'
import { openLaboratory } from './laboratory.ts'
import { makePatients, patientId, patientToken } from './patients.ts'

/** What a browser that has nothing in its cache loads for a screen; kB (1,000 bytes) gzip. */
export type FirstVisit = { screen: string; scriptKB: number; styleKB: number; files: number }

const root = fileURLToPath(new URL('..', import.meta.url))

/** Whose screen it is, by the beginning of its address; the others are everybody's. */
const owners: [RegExp, Role][] = [
  [/^\/patient-dashboard/, 'user'],
  [/^\/(technician-dashboard|collect|tech-page|.*-tech$)/, 'technician'],
  [/^\/(manager-dashboard|release)/, 'admin'],
  [/^\/clinic/, 'clinician'],
  [/^\/(edit-)?profile$/, 'user'],
]
const person: Record<Role, number> = { user: 1, technician: 2, admin: 3, clinician: 4 }

/** Loads the screens that match `wanted` and need no id in their path: in a real browser, each with an empty cache. */
export async function measureFirstVisits(wanted: RegExp): Promise<FirstVisit[]> {
  const laboratory = await openLaboratory({ LOG_LEVEL: 'warn' })
  const browser = await chromium.launch(findBrowser())
  try {
    await makePatients(laboratory.pool, 4)
    await laboratory.pool.query(
      `insert into facility (id, name, kind, phone, email, results_by)
        values ('01900000-0000-7000-8000-0000000000f1', 'Clinic', 'clinic', '', '', 'collect')`,
    )
    for (const role of ['technician', 'admin', 'clinician'] as const) {
      await laboratory.pool.query(
        `update account set role = $1,
          facility_id = case when $1 = 'clinician' then '01900000-0000-7000-8000-0000000000f1'::uuid end where id = $2`,
        [role, patientId(person[role])],
      )
    }
    const visits: FirstVisit[] = []
    for (const screen of screens().filter((path) => wanted.test(path)))
      visits.push(await visit(browser, laboratory.server.url, screen))
    return visits.sort((a, b) => b.scriptKB - a.scriptKB)
  } finally {
    await browser.close()
    await laboratory.close()
  }
}

function screens(): string[] {
  const tree = readFileSync(`${root}web/src/routeTree.gen.ts`, 'utf8')
  const paths = [...tree.matchAll(/fullPath: '([^'$]+)'/g)].map(([, path = '']) =>
    path.replace(/(.)\/$/, '$1'),
  )
  return [...new Set(paths)].sort()
}

/** Resolves when no script or style has been loading for half a second: a screen with a stream never stops loading. */
function assetsAtRest(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let last = performance.now()
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) underWay.add(request)
  })
  const ended = (request: Request) => {
    if (underWay.delete(request)) last = performance.now()
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    while (underWay.size > 0 || performance.now() - last < 500) await sleep(50)
  }
}

async function visit(browser: Browser, url: string, screen: string): Promise<FirstVisit> {
  const context = await browser.newContext()
  const role = owners.find(([beginning]) => beginning.test(screen))?.[1]
  if (role) {
    await context.addInitScript(
      `localStorage.setItem('token', ${JSON.stringify(patientToken(person[role]))})`,
    )
  }
  const page = await context.newPage()
  const rest = assetsAtRest(page)
  await page.goto(url + screen)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await rest()
  const names = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  )
  await context.close()
  const files = [...new Set(names)].filter((name) => /^\/assets\/.*\.(js|css)$/.test(name))
  const sum = (ending: string) =>
    files
      .filter((name) => name.endsWith(ending))
      .reduce((total, name) => total + gzipSync(readFileSync(`${root}web/dist${name}`)).length / 1000, 0)
  return { screen, scriptKB: sum('.js'), styleKB: sum('.css'), files: files.length }
}
