import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, type Page, test } from './server.ts'
import { managerOf, open } from './sign-in.ts'

// Open callbacks of other files would be shown too.
test.beforeAll(({ lab }) => lab.renew())

const strip = (page: Page) => page.getByRole('region', { name: /critical values? to report/ })

test('a critical value is an alarm with whom to call on every staff screen, until it is reported', async ({
  page,
  lab,
  openPage,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const { task } = await startedTask(lab, ama, hana)
  const enter = (values: object, revision: number) =>
    lab.call('POST', `/api/Labtask/task/${task}/results`, { by: hana, body: { values, revision } })

  await open(page, '/technician-dashboard', hana)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await expect(strip(page)).toBeHidden()
  // The server pushes it: the page is not reloaded.
  await enter({ HGB: 3.9 }, 0)
  await expect(strip(page)).toContainText('Ama Mensah HGB 3.9 g/dL')
  const alarm = page.getByRole('alert').filter({ hasText: /^Critical value/ })
  await expect(alarm).toHaveText('Critical value to report: Ama Mensah, HGB 3.9 g/dL.')
  await expect(strip(page).getByRole('timer')).toContainText(/to be reported within (30|29) min$/)
  await expect(strip(page).getByRole('link', { name: '+233 24 123 4567' })).toHaveAttribute(
    'href',
    'tel:+233241234567',
  )
  await look(page)

  await test.step('the alarm sounds if it is wished, and the browser session keeps the wish alone', async () => {
    await strip(page).getByRole('button', { name: 'Turn sound on' }).click()
    await page.reload()
    await expect(strip(page).getByRole('button', { name: 'Turn sound off' })).toBeVisible()
    expect(await page.evaluate(() => ({ ...sessionStorage }))).toMatchObject({ 'alarm sound': 'on' })
    await strip(page).getByRole('button', { name: 'Turn sound off' }).click()
  })

  const manager = await openPage()
  await open(manager, '/manager-dashboard', await managerOf(lab))
  await expect(strip(manager)).toContainText('Ama Mensah HGB 3.9 g/dL')
  await look(manager)
  await manager.goto('/release')
  await expect(manager.getByText('Nothing is waiting for release')).toBeVisible()
  await expect(strip(manager)).toContainText('+233 24 123 4567')

  await test.step('after its due time the alarm reads "overdue"', async () => {
    await lab.sql(
      `update callback set opened_at = now() - interval '33 minutes', due_at = now() - interval '3 minutes'`,
    )
    await expect(strip(manager)).toContainText('3 min overdue', { timeout: 30_000 })
    await expect(strip(manager).getByRole('heading')).toHaveText('1 critical value to report, overdue')
  })

  await test.step('one dialog has all values of the person and whom to call, and the call is recorded there', async () => {
    await page.goto('/worklist')
    await enter({ HGB: 3.9, PLT: 9 }, 1)
    await strip(page).getByRole('button', { name: 'Call: Ama Mensah, HGB 3.9 g/dL, PLT 9 10³/µL' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ama Mensah: 2 critical values to report' })
    await expect(dialog.getByLabel('Reported to')).toBeFocused()
    await expect(dialog).toContainText('HGB 3.9 g/dL below 7.0, Full Blood Count')
    await expect(dialog).toContainText('Yours to report')
    const number = dialog.getByRole('link', { name: '+233 24 123 4567' })
    await expect(number).toHaveAttribute('href', 'tel:+233241234567')
    // The device has no telephone: the number is only written down as the one that was called.
    await number.evaluate((link) => link.addEventListener('click', (event: Event) => event.preventDefault()))
    await number.click()
    await expect(dialog.getByLabel('Reported to')).toHaveValue('Ama Mensah')
    await expect(dialog.getByLabel('Phone number or other way')).toHaveValue('+233 24 123 4567')
    await dialog.getByLabel(/^They read the value back.*HGB/).check()
    await expect(dialog.getByRole('button', { name: 'Record the call' })).toBeDisabled()
    await dialog.getByLabel(/^They read the value back.*PLT/).check()
    await look(page)
    await dialog.getByRole('button', { name: 'Record the call' }).click()
    await expect(page.getByText('The call is recorded: Ama Mensah was informed.')).toBeVisible()
    await expect(strip(page)).toBeHidden()
    await expect(strip(manager)).toBeHidden()
  })
  await manager.close()
})

test('the notice of an overdue critical value opens the dialog of the call', async ({ page, lab }) => {
  const hana = await makeTechnician(lab, 'Hana Overdue')
  const { task } = await startedTask(lab, await lab.signUp(), hana)
  const body = { values: { HGB: 4.2 }, revision: 0 }
  await lab.call('POST', `/api/Labtask/task/${task}/results`, { by: hana, body })
  await lab.sql(
    `update callback set opened_at = now() - interval '33 minutes', due_at = now() - interval '3 minutes'`,
  )
  // The server checks for overdue values once a minute. This call runs the check.
  await lab.sql(`select graphile_worker.add_job('escalate-callbacks')`)
  await open(page, '/technician-dashboard', hana)
  const bell = page.getByRole('button', { name: /^Notifications,/ })
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await bell.click()
  await page.getByRole('link', { name: /^A critical value has not been reported in time/ }).click()
  await expect(heading(page, 'Full Blood Count')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/tasks/${task}`)
  const dialog = page.getByRole('dialog', { name: /: a critical value to report$/ })
  await expect(dialog).toContainText('HGB 4.2 g/dL below 7.0')
  await expect(page.getByText('HGB: 4.2 g/dL is critical.')).toBeInViewport()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await lab.sql('delete from callback')
})

test('of many critical values the most urgent are shown, and staff who may not release see no phone number', async ({
  page,
  lab,
  openPage,
}) => {
  const hana = await makeTechnician(lab, 'Hana Many')
  for (const fullName of ['Efua Boateng', 'Kofi Owusu', 'Yaw Darko']) {
    const { task } = await startedTask(lab, await lab.signUp({ fullName }), hana)
    const body = { values: { HGB: 4.1 }, revision: 0 }
    await lab.call('POST', `/api/Labtask/task/${task}/results`, { by: hana, body })
  }
  await open(page, '/technician-dashboard', hana)
  await expect(strip(page).getByRole('timer')).toHaveCount(2)
  await strip(page).getByRole('button', { name: 'Show 1 more' }).click()
  await expect(strip(page).getByRole('timer')).toHaveCount(3)
  await look(page)
  const tina = await makeTechnician(lab, 'Tina Trainee')
  await lab.sql(`update account set permissions = '{}' where email = $1`, [tina.email])
  const other = await openPage()
  await open(other, '/technician-dashboard', tina)
  await expect(strip(other).getByRole('heading')).toHaveText('3 critical values to report')
  await expect(strip(other)).toContainText('Staff who may release results make this call and record it.')
  await expect(strip(other)).not.toContainText('+233')
  await expect(strip(other).getByRole('button', { name: /^Call/ })).toHaveCount(0)
})
