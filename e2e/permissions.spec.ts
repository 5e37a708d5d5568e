import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, type Page, test } from './server.ts'
import { signIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a manager takes a permission away, gives another, and limits a manager to a site', async ({
  page,
  openPage,
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
  const bench = await openPage()

  await page.goto('/login')
  await bench.goto('/login')
  await signIn(page, mary)
  await signIn(bench, rita)

  await test.step('while there is one site, managers are not asked about sites', async () => {
    await page.goto('/manager-dashboard/managers')
    await expect(page.getByRole('row').filter({ hasText: 'Kojo Kumasi' })).toBeVisible()
    await expect(page.getByRole('main').getByText(/site/i)).toHaveCount(0)
    await page.getByRole('button', { name: 'Invite Manager' }).click()
    await expect(page.getByRole('dialog').getByLabel('Full Name')).toBeVisible()
    await expect(page.getByRole('dialog').getByText(/site/i)).toHaveCount(0)
  })
  await lab.call('POST', '/api/settings/sites', {
    by: mary,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 2 },
  })

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
    await page.getByLabel(/^Manage the catalogue/).check()
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

  await test.step('Mary deactivates Kojo, who is out at once, and invites him again', async () => {
    const his = page.getByRole('row').filter({ hasText: 'Kojo Kumasi' })
    await page.getByRole('button', { name: 'Delete Kojo Kumasi' }).click()
    await page.getByLabel(/^Reason/).fill('Moved to Tamale')
    await look(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByText('Kojo Kumasi can no longer log in.')).toBeVisible()
    await expect(his).toHaveCount(0)
    await bench.goto('/manager-dashboard/appointments')
    await expect(bench).toHaveURL(/\/login/)
    await page.getByLabel('Show those who left (1)').check()
    await expect(his).toContainText('Deactivated')
    await look(page)
    await page.getByRole('button', { name: 'Invite again: Kojo Kumasi' }).click()
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(kojo.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Send Invitation' }).click()
    await expect(his.filter({ hasText: 'Invited' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invite again: Kojo Kumasi' })).toHaveCount(0)
  })

  await test.step('and sends the invitation once more', async () => {
    await page.getByRole('button', { name: 'Send again to Kojo Kumasi' }).click()
    await expect(page.getByText(`A new invitation is on its way to ${kojo.email}.`)).toBeVisible()
    await look(page)
  })
})

const bench = [
  'Dashboard',
  'Visits',
  'Queue',
  'Receive',
  'Worklists',
  'Release',
  'Shifts',
  'Emergency access',
  'Cultures',
  'Quality',
  'Analysers',
  'Referred tests',
  'Storage',
  'Stock',
  'Temperatures',
  'Downtime forms',
  'Nonconformities',
  'Notifications',
  'Profile',
]
/** What each permission opens of the manager's area: entries of the menu, and screens within them. */
const parts = [
  ['appointments', ['Floor', 'Appointments', 'Calendar', 'Planner'], ['appointments/book']],
  ['people', ['Technicians'], ['technicians/shifts', 'technicians/invite']],
  ['patients', ['Patients'], ['patients/duplicates']],
  [
    'insights',
    ['Insights'],
    [
      'insights/tasks',
      'insights/waits',
      'insights/rejections',
      'insights/samples',
      'insights/served',
      'insights/booked',
      'insights/open',
    ],
  ],
  ['catalogue', ['Catalogue'], ['catalogue/tests/FBC', 'catalogue/comments', 'catalogue/policy']],
  ['messages', ['Messages', 'Message log'], ['messages/replies']],
  ['authorities', ['Notifiable cases', 'Monthly figures'], ['dhis2/settings', 'cases/rules']],
  ['audit', ['Audit trail'], []],
  ['transfer', ['Import and export'], []],
  [
    'configure',
    ['Laboratory'],
    [
      'settings/sites',
      'settings/booking',
      'settings/queue',
      'settings/reports',
      'settings/referrers',
      'settings/closures',
      'settings/messages',
    ],
  ],
] as const

/**
 * Goes to a path without reloading the application, and waits until the screen is there with its data. Some of the screens share a
 * heading, so any part that the previous one did not have shows that it has changed.
 */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    for (const part of document.querySelectorAll('main *')) part.dataset.left = ''
    history.pushState(null, '', ${JSON.stringify(path)})`)
  const main = page.getByRole('main')
  await expect(main.locator(':not([data-left])').first(), path).toBeAttached()
  await expect(main.getByRole('status').filter({ hasText: /^Loading/ }), path).toHaveCount(0)
}

test('each permission opens its part of the manager’s area, and everything there answers', async ({
  page,
  lab,
}) => {
  test.slow()
  const tess = await makeTechnician(lab, 'Tess Tema')
  const yaa = await lab.signUp({ fullName: 'Yaa Yeboah' })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await signIn(page, tess)
  for (const [permission, entries, screens] of parts) {
    await test.step(permission, async () => {
      await lab.sql('update account set permissions = array[$2] where email = $1', [tess.email, permission])
      await page.goto('/technician-dashboard')
      refused.length = 0
      const menu = page.getByRole('navigation', { name: 'Area' }).getByRole('link')
      await expect(menu.filter({ hasText: entries[0] })).toBeVisible()
      expect((await menu.allInnerTexts()).toSorted()).toEqual([...bench, ...entries].toSorted())
      for (const name of entries) {
        await menu.filter({ hasText: new RegExp(`^${name}$`) }).click()
        await expect(menu.filter({ hasText: new RegExp(`^${name}$`) })).toHaveAttribute(
          'aria-current',
          'page',
        )
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      }
      for (const screen of screens) {
        await goWithin(page, `/manager-dashboard/${screen}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`/manager-dashboard/${screen}`))
      }
      await page.goto('/manager-dashboard')
      await expect(page).toHaveURL(/\/manager-dashboard\/\w+/)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(refused).toEqual([])
    })
  }

  await test.step('whoever may manage appointments finds whom to book for', async () => {
    await lab.sql("update account set permissions = '{appointments}' where email = $1", [tess.email])
    await page.goto('/manager-dashboard/appointments/book')
    await page.getByLabel(/^Find the patient’s account/).fill('yaa yeb')
    await page.getByRole('button', { name: /Yaa Yeboah/ }).click()
    await expect(page.getByText(yaa.email)).toBeVisible()
  })

  await test.step('whoever keeps the catalogue is told who changes the release policy', async () => {
    await lab.sql("update account set permissions = '{catalogue}' where email = $1", [tess.email])
    await page.goto('/manager-dashboard/catalogue/policy')
    await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveAccessibleDescription(
      'Only a manager can change the release policy.',
    )
    await look(page)
  })
})
