import { expectSteady, watchShifts } from './layout-shift.ts'
import { heading } from './screens.ts'
import { expect, type Page } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { book } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())
test.use({ viewport: { width: 390, height: 844 } })

/** The most script of a screen that patients open, as it is sent: bytes. */
const mostScript = 200_000

/** Path, heading, and the most requests and bytes of a first visit: everything that the page loads, as it is sent. */
const screens = [
  { path: '/', title: /Book the visit/, requests: 10, bytes: 170_000 },
  { path: '/login', title: 'Welcome Back', requests: 20, bytes: 230_000 },
  { path: '/select-date', title: 'Select a Date and Time', requests: 25, bytes: 250_000 },
  { path: '/book', title: /Book/, requests: 25, bytes: 250_000 },
] as const

for (const screen of screens)
  test(`${screen.path} stays where it is while it loads, and loads little`, async ({ page }) => {
    await expectLight(page, screen)
  })

/** The same for a patient with an appointment. The line of the bell is not counted, since that request does not end. */
const ownScreens = [
  { path: '/patient-dashboard', title: /Welcome/, requests: 25, bytes: 250_000 },
  {
    path: '/patient-dashboard/appointment-page',
    title: /Book/,
    requests: 25,
    bytes: 250_000,
  },
  { path: '/select-date', title: 'Select a Date and Time', requests: 25, bytes: 250_000 },
] as const

test('what a signed-in patient opens stays where it is while it loads, and loads little', async ({
  lab,
  openPage,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Owusu' })
  await book(lab, ama, { notToday: true })
  const told = async () =>
    (await lab.call<{ unread: number }>('GET', '/api/notifications', { by: ama })).unread
  await expect.poll(told).toBe(1)
  // The home looks again at its lists when a notice arrived while it was loaded.
  await lab.sql(`update notice set created_at = created_at - interval '1 hour'`)
  for (const screen of ownScreens) {
    const page = await openPage()
    await staySignedIn(page, ama)
    await expectLight(page, screen)
  }
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
  await page.goto(path)
  await expect(heading(page, title)).toBeVisible()
  // The line of the bell stays open, so the network is never idle.
  await expect.poll(() => page.evaluate<number>(quietMs)).toBeGreaterThan(1500)
  const sum = await expectSteady(page, path)
  const files = await loaded(page)
  const sent = files.reduce((total, file) => total + file.size, 0)
  const script = files
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((total, file) => total + file.size, 0)
  test.info().annotations.push({
    type: path,
    description: `${files.length} requests, ${sent} bytes, ${script} of them script, shift ${sum}`,
  })
  expect(files.length, files.map(({ name }) => name).join(' ')).toBeLessThanOrEqual(requests)
  expect(script).toBeLessThanOrEqual(mostScript)
  expect(sent).toBeGreaterThan(10_000)
  expect(sent).toBeLessThanOrEqual(bytes)
  await page.unroute('**/api/**')
}

/** For how long nothing has been loaded. Milliseconds. */
const quietMs = `performance.now() - Math.max(...performance.getEntriesByType('resource').map((one) => one.responseEnd))`

const loaded = (page: Page) =>
  page.evaluate<{ name: string; size: number }[]>(
    `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({
      name: new URL(name).pathname, size: encodedBodySize }))`,
  )
