import lighthouse from 'lighthouse'
import { launch } from 'puppeteer-core'
import { newFolder, removeFolder, startServer } from '../e2e/start-server.ts'
import { findBrowser } from '../scripts/chromium.ts'
import { demoSignIns } from '../server/src/platform/demo-sign-ins.ts'
import { freePort } from '../server/tests/product-process.ts'

/** Each screen as a phone opens it for the first time, with the throttling that Lighthouse simulates by default. */
const screens = [
  ['Landing', '/'],
  ['Log-in', '/login'],
  ['Booking', '/book'],
  ['Home', '/patient-dashboard', 'user'],
  ['Results', '/patient-dashboard/results', 'user'],
]
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

const folder = newFolder()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
// At this speed nothing happens in the demonstration during the measurement.
const settings = { DEMO: '1', DEMO_SPEED: '0.1', PORT: String(port), PUBLIC_URL: url }
const server = await startServer(folder, settings)
try {
  const table = {}
  for (const [name, path, role] of screens) {
    const found = []
    for (let run = 0; run < runs; run++) found.push(await measure(path, role))
    found.sort((one, other) => one.performance - other.performance)
    table[name] = found[Math.floor(runs / 2)]
  }
  console.table(table)
} finally {
  await server.stop()
  removeFolder(folder)
}

async function measure(path, role) {
  const { executablePath, env, args } = findBrowser()
  // The tests save processor time by switches that make scripts slower.
  const fair = args.filter((one) => !/^--(js-flags|in-process-gpu)/.test(one))
  const browser = await launch({ executablePath, env, args: [...fair, '--no-sandbox'] })
  try {
    const page = await browser.newPage()
    if (role)
      await page.evaluateOnNewDocument((token) => localStorage.setItem('token', token), await tokenOf(role))
    const { lhr } = await lighthouse(
      url + path,
      { onlyCategories: categories, logLevel: 'error' },
      undefined,
      page,
    )
    if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`)
    const shown = new URL(lhr.finalDisplayedUrl).pathname
    if (shown !== path) throw new Error(`${path} led to ${shown}`)
    const seconds = (audit) => `${(lhr.audits[audit].numericValue / 1000).toFixed(1)} s`
    return {
      ...Object.fromEntries(categories.map((one) => [one, Math.round(lhr.categories[one].score * 100)])),
      'first paint': seconds('first-contentful-paint'),
      'largest paint': seconds('largest-contentful-paint'),
      blocked: `${Math.round(lhr.audits['total-blocking-time'].numericValue)} ms`,
      shift: lhr.audits['cumulative-layout-shift'].numericValue.toFixed(3),
    }
  } finally {
    await browser.close()
  }
}

async function tokenOf(role) {
  const { email, password } = demoSignIns.find((one) => one.role === role)
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`The demonstration refused to log in: ${await answer.text()}`)
  return (await answer.json()).token
}
