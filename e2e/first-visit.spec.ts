import { expectSteady, watchShifts } from './layout-shift.ts'
import { heading } from './screens.ts'
import { expect, type Page } from './server.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())
test.use({ viewport: { width: 390, height: 844 } })

/** Path, heading, and the most requests and bytes of a first visit: everything that the page loads, as it is sent. */
const screens = [
  { path: '/', title: /Book the visit/, requests: 10, bytes: 170_000 },
  { path: '/login', title: 'Welcome Back', requests: 20, bytes: 240_000 },
  { path: '/select-date', title: 'Select a Date and Time', requests: 25, bytes: 265_000 },
  { path: '/book', title: /Book/, requests: 25, bytes: 265_000 },
] as const

for (const screen of screens)
  test(`${screen.path} stays where it is while it loads, and loads little`, async ({ page }) => {
    await expectLight(page, screen)
  })

/** Opens the screen with an empty cache while each call takes 300 ms, so that skeletons are shown and then replaced. */
async function expectLight(
  page: Page,
  { path, title, requests, bytes }: { path: string; title: string | RegExp; requests: number; bytes: number },
): Promise<void> {
  await page.route('**/api/**', async (route) => {
    await new Promise((over) => setTimeout(over, 300))
    await route.continue()
  })
  await watchShifts(page)
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(heading(page, title)).toBeVisible()
  const sum = await expectSteady(page, path)
  const files = await loaded(page)
  const sent = files.reduce((total, file) => total + file.size, 0)
  test
    .info()
    .annotations.push({ type: path, description: `${files.length} requests, ${sent} bytes, shift ${sum}` })
  expect(files.length, files.map(({ name }) => name).join(' ')).toBeLessThanOrEqual(requests)
  expect(sent).toBeGreaterThan(10_000)
  expect(sent).toBeLessThanOrEqual(bytes)
  await page.unroute('**/api/**')
}

const loaded = (page: Page) =>
  page.evaluate<{ name: string; size: number }[]>(
    `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({
      name: new URL(name).pathname, size: encodedBodySize }))`,
  )
