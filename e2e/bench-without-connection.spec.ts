import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { keptRecords } from './kept-records.ts'
import { openLine } from './line.ts'
import { expect, type Page, test } from './server.ts'
import { signIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

/** The names of the files that the service worker keeps. */
const keptFiles = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const names = await caches.has('bench') ? await (await caches.open('bench')).keys() : []
    return names.map(({ url }) => new URL(url).pathname)
  })()`)

test('without a connection a technician reads the bench, and saved results are sent when the connection is back', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  const other = await startedTask(lab, await lab.signUp({ fullName: 'Yaw Darko' }), hana)
  const line = await openLine(lab.url)
  await page.clock.install()
  await page.goto(`${line.url}/favicon.svg`)
  await signIn(page, hana)
  await page.goto(`${line.url}/worklist?test=Full+Blood+Count`)
  await expect(page.getByText('Ama Mensah')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { name: 'Test Queue' })).toBeVisible()
  await page.clock.fastForward(31_000)
  const searched = page.waitForResponse((one) => one.request().headers()['x-words'] === 'search=Darko')
  await page.getByRole('searchbox', { name: 'Search' }).fill('Darko')
  await searched

  await test.step('the files are kept, and answers are kept only encrypted', async () => {
    await expect.poll(() => keptFiles(page)).toContain('/technician-dashboard')
    // The forms of both tasks are read in advance, and the day's visits.
    for (const name of [
      `/results",{"params":{"id":"${task}"}}`,
      `/results",{"params":{"id":"${other.task}"}}`,
      '"drawn"',
    ]) {
      await expect.poll(async () => (await keptRecords(page, 'answers')).names.join()).toContain(name)
    }
    const { text: answers, names } = await keptRecords(page, 'answers')
    expect(answers.length).toBeGreaterThan(1_000)
    expect(names.join()).not.toContain('Darko')
    expect(answers).not.toMatch(/Mensah|Darko|HGB/)
    const cached = await page.evaluate<string>(
      `caches.match('/technician-dashboard').then((kept) => kept.text())`,
    )
    expect(cached).not.toMatch(/Mensah|Darko/)
  })

  await line.cut()
  const strip = page.getByRole('status').filter({ hasText: 'No connection to the laboratory’s server.' })
  await expect(strip).toBeVisible()

  await test.step('screens open after the page is loaded again', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Test Queue' })).toBeVisible()
    await expect(strip).toContainText('Last updated:')
    await expect(page.getByText(/could not be loaded|Failed to fetch/)).toHaveCount(0)
    await page.goto(`${line.url}/collect`)
    await expect(page.getByText('2 collected')).toBeVisible()
    await page.goto(`${line.url}/worklist?test=Full+Blood+Count`)
    await expect(page.getByText('Yaw Darko')).toBeVisible()
    await page.goto(`${line.url}/tasks/${other.task}`)
    await expect(page.getByLabel('HGB')).toBeVisible()
    await page.goto(`${line.url}/release`)
    await expect(page.getByText('There is no connection.')).toBeVisible()
  })

  await test.step('results are typed and saved', async () => {
    await page.goto(`${line.url}/tasks/${task}`)
    await page.getByLabel('HGB').fill('12.9')
    await page.keyboard.press('Control+Enter')
    await expect(
      page.getByText(
        'Kept in this browser, sent when the network is back. It will then be saved as a result.',
      ),
    ).toBeVisible()
    await look(page)
    await page.goto(`${line.url}/technician-dashboard`)
    await expect(strip.getByRole('link', { name: /^Full Blood Count/ })).toBeVisible()
    await strip.getByRole('link', { name: /^Full Blood Count/ }).click()
    await expect(page.getByLabel('HGB')).toHaveValue('12.9')
  })

  await test.step('the log-out asks before it deletes unsent results', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Log out and delete the results of one test?')
    await page.getByRole('button', { name: 'Stay logged in' }).click()
    await expect(page.getByLabel('HGB')).toHaveValue('12.9')
  })

  await test.step('the results are sent when the connection is back', async () => {
    await line.mend()
    await expect(strip).toBeHidden()
    await expect(page.getByText('Entered by Hana Haematologist.')).toBeVisible()
    const form = await lab.call<{ resultsRevision: number; draft: object | null }>(
      'GET',
      `/api/Labtask/task/${task}/results`,
      { by: hana },
    )
    expect(form).toMatchObject({ resultsRevision: 1, draft: null })
  })

  await test.step('the log-out deletes all kept answers', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${line.url}/`)
    await expect.poll(async () => (await keptRecords(page, 'answers')).names).toEqual([])
    await line.cut()
    await signIn(page, hana)
    await page.goto(`${line.url}/technician-dashboard`)
    await expect(page.getByText('No connection. Try again.')).toBeVisible()
    await expect(page.getByText('Ama Mensah')).toBeHidden()
  })
})

test('another session in the same browser cannot read kept answers', async ({ page, lab }) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  await startedTask(lab, await lab.signUp({ fullName: 'Esi Boateng' }), hana)
  const line = await openLine(lab.url)
  await page.clock.install()
  await page.goto(`${line.url}/favicon.svg`)
  await signIn(page, hana)
  await page.goto(`${line.url}/technician-dashboard`)
  await expect(page.getByText('Esi Boateng, ')).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect
    .poll(async () => (await keptRecords(page, 'answers')).names.join())
    .toContain('/api/Labtask/summary')
  await expect.poll(() => keptFiles(page)).toContain('/technician-dashboard')
  await line.cut()
  await signIn(page, rita)
  await page.reload()
  await expect(page.getByText('No connection. Try again.')).toBeVisible()
  await expect(page.getByText('Esi Boateng, ')).toBeHidden()
})
