import { look } from './accessible.ts'
import { makeTechnician, signIn, startedTask } from './bench-visit.ts'
import { expect, type Page, test } from './server.ts'

// A laboratory of its own: what other files leave behind is not this one's.
test.use({ settings: { MAIL_FROM: 'Permissions <permissions@lab.example>' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('a manager takes a permission away, gives another, and limits a manager to a site', async ({
  page,
  browser,
  lab,
}) => {
  const mary = await lab.signUp({ role: 'admin', fullName: 'Mary Manager' })
  const kojo = await lab.signUp({ role: 'admin', fullName: 'Kojo Kumasi' })
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const { task } = await startedTask(lab, ama, hana)
  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250, 'NEUT%': 55, 'LYMPH%': 35 }
  await lab.call('POST', `/api/Labtask/task/${task}/results`, {
    by: hana,
    body: { values, revision: 0, draft: 0 },
  })
  await lab.call('PUT', `/api/Labtask/task/${task}/status`, { by: hana, body: { status: 'completed' } })
  await lab.call('POST', '/api/settings/sites', {
    by: mary,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 2 },
  })
  const bench = await (await browser.newContext({ baseURL: lab.url })).newPage()

  await page.goto('/login')
  await bench.goto('/login')
  await signIn(page, mary)
  await signIn(bench, rita)

  await test.step('Rita may release, and has nothing of the manager’s in her menu', async () => {
    await bench.goto('/release')
    await expect(bench.getByRole('checkbox', { name: /Full Blood Count, Ama Mensah/ })).toBeEnabled()
    await expect(bench.getByRole('link', { name: 'Catalogue' })).toHaveCount(0)
  })

  await test.step('Mary takes releasing away and gives the catalogue', async () => {
    await page.goto('/manager-dashboard/technicians')
    await page
      .getByRole('row')
      .filter({ hasText: 'Rita Reviewer' })
      .getByRole('link', { name: /^Edit/ })
      .click()
    await expect(heading(page, 'Edit Technician')).toBeVisible()
    await page.getByLabel(/^Release results/).uncheck()
    await page.getByLabel(/^Keep the catalogue/).check()
    await look(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Rita Reviewer is updated.')).toBeVisible()
  })

  await test.step('Rita is told why she cannot release, reaches the catalogue and nothing else', async () => {
    await bench.goto('/release')
    const box = bench.getByRole('checkbox', { name: /Full Blood Count, Ama Mensah/ })
    await expect(box).toBeDisabled()
    await expect(box).toHaveAccessibleDescription(/permission “Release results”/)
    await bench.getByRole('link', { name: 'Catalogue' }).click()
    await expect(bench.getByRole('heading', { level: 1, name: /catalogue/i })).toBeVisible()
    await look(bench)
    for (const address of ['/manager-dashboard/patients', '/manager-dashboard/settings']) {
      await bench.goto(address)
      await expect(bench).toHaveURL(/\/not-authorized$/)
    }
    await bench.goto('/manager-dashboard')
    await expect(bench).toHaveURL(/\/manager-dashboard\/catalogue$/)
    await bench.goto('/technician-dashboard')
    await expect(bench.getByRole('link', { name: 'Catalogue' })).toBeVisible()
    await expect(bench.getByRole('link', { name: 'Audit trail' })).toHaveCount(0)
  })

  await test.step('Hana, with no permission that opens a part of it, is told on the log-in page', async () => {
    await signIn(bench, hana)
    await bench.goto('/manager-dashboard/catalogue')
    await expect(bench).toHaveURL(/\/login/)
  })

  await test.step('Mary limits Kojo to Kumasi; the patients of the other site are gone', async () => {
    await signIn(bench, kojo)
    await bench.goto('/manager-dashboard/appointments')
    await expect(bench.getByText('Ama Mensah').first()).toBeVisible()
    await page.goto('/manager-dashboard/managers')
    await look(page)
    await page.getByRole('button', { name: 'Sites of Kojo Kumasi' }).click()
    await page.getByLabel(/^All sites/).uncheck()
    await page.getByLabel('Kumasi', { exact: true }).check()
    await look(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Kojo Kumasi sees the patients of the chosen sites.')).toBeVisible()
    await bench.goto('/manager-dashboard/appointments')
    await expect(heading(bench, 'Appointments')).toBeVisible()
    await expect(bench.getByText('Ama Mensah')).toHaveCount(0)
  })
})
