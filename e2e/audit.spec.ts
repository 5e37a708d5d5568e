import { look } from './accessible.ts'
import { makeTechnician, startedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect } from './server.ts'
import { managerOf, signIn } from './sign-in.ts'
import { book } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

test('the manager finds who did what, with old and new values, and sees that the trail holds', async ({
  page,
  lab,
}) => {
  const manager = await managerOf(lab)
  await lab.signUp({ fullName: 'Akosua Frimpong' })
  await lab.sql(
    `insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id, before, after)
     select gen_random_uuid(), now(), id, 'admin', '127.0.0.1', 'test.changed', 'test', 'FBC',
       '{"label": "Old name"}', '{"label": "New name"}' from account where email = $1`,
    [lab.manager.email],
  )
  await signIn(page, manager)
  await page.goto('/manager-dashboard/audit')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit trail' })).toBeVisible()

  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { name: 'The audit trail is intact' })).toBeVisible()
  await expect(page.getByText(/; 0 newer entries waiting/)).toBeVisible()

  await page.getByLabel('Action').selectOption({ label: 'Test changed' })
  await expect(page).toHaveURL(/action=test\.changed/)
  await page
    .getByRole('row', { name: /Test changed/ })
    .getByText(/: 1 value$/)
    .click()
  await expect(page.getByRole('cell', { name: 'Old name' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'New name' })).toBeVisible()
  await look(page)

  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('test.changed')
  await page.getByLabel('Person').fill('nobody of this name')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('table', { name: /Audit trail/ })).toBeVisible()
})

test('an altered entry is found when the manager asks', async ({ page, lab }) => {
  const manager = await managerOf(lab)
  await signIn(page, manager)
  await page.goto('/manager-dashboard/audit')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { name: 'The audit trail is intact' })).toBeVisible()
  await lab.sql('alter table audit disable trigger audit_is_append_only')
  await lab.sql(`update audit set reason = 'Nothing to see' where position = 1`)
  await lab.sql('alter table audit enable trigger audit_is_append_only')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('alert')).toContainText('Entry 1 was altered')
  await look(page)
})

test('a patient sees who of the laboratory read a visit of theirs', async ({ page, lab }) => {
  const patient = await lab.signUp({ fullName: 'Kojo Antwi' })
  const technician = await lab.signUp({ role: 'technician', fullName: 'Hana Haematologist' })
  const visit = await book(lab, patient, { patient: { age: 52, gender: 'male' }, tests: ['Blood Sugar'] })
  await signIn(page, patient)
  await page.goto(`/patient-dashboard/view-appointment?id=${visit.id}`)
  await expect(page.getByText('Nobody but you, so far.')).toBeVisible()
  await lab.call('POST', `/api/labtest/appointment/${visit.id}/arrive`, { by: technician })
  await page.reload()
  await expect(page.getByText('Hana Haematologist, technician')).toHaveText(/technician, today \d/)
  await look(page)
})

test('a patient sees everybody who opened anything of theirs, and comes to it from the profile', async ({
  page,
  lab,
  watch,
}) => {
  const patient = await lab.signUp({ fullName: 'Efua Asante' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const all = page.getByRole('table', { name: /^Who has seen or changed your record/ })
  await signIn(page, patient)
  await page.goto('/profile')

  await test.step('nobody yet', async () => {
    await page.getByRole('link', { name: 'Who has seen my record' }).click()
    await expect(heading(page, 'Who has seen my record')).toBeFocused()
    await expect(page.getByText('Nobody but you, so far')).toBeVisible()
    await look(page)
  })

  const { task, visit } = await startedTask(lab, patient, hana)
  const opened = `/api/Labtask/task/${task}`
  for (const path of [opened, `${opened}/results`, opened]) await lab.call('GET', path, { by: hana })

  await test.step('each opening once, with the visit that it was of', async () => {
    await page.reload()
    const seen = all.getByRole('row', { name: /Hana Haematologist, technician/ })
    await expect(seen.filter({ hasText: 'Results at the bench read' })).toHaveCount(1)
    await expect(seen.filter({ hasText: 'Visit read' })).toHaveCount(1)
    await look(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(all).toBeVisible()
    await look(page)
    await seen.filter({ hasText: 'Results at the bench read' }).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`view-appointment.*${visit}`))
  })

  await test.step('page after page', async () => {
    await lab.sql(
      `insert into audit (id, at, account_id, role, network, action, subject_kind, subject_id)
       select gen_random_uuid(), now() - make_interval(hours => n), (select id from account where email = $1), 'admin',
         '127.0.0.1', 'patient.read', 'account', (select id::text from account where email = $2)
       from generate_series(1, 40) n`,
      [lab.manager.email, patient.email],
    )
    await page.goto('/patient-dashboard/who-has-seen')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(all.getByRole('row', { name: /Patient’s record read/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  })

  await test.step('what cannot be read says so, and is tried again', async () => {
    watch.provokes(/Failed to load resource/)
    await page.route('**/api/audit/mine*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('This could not be read')
    await look(page)
    await page.unroute('**/api/audit/mine*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(all).toBeVisible()
  })
})

test('a card whose figures cannot be read says so, and is tried again', async ({ page, lab, watch }) => {
  watch.provokes(/Failed to load resource/)
  await signIn(page, await managerOf(lab))

  await test.step('whether the trail holds', async () => {
    await page.route('**/api/audit/chain', (route) => route.abort())
    await page.goto('/manager-dashboard/audit')
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'The status of the audit trail could not be read' })
    await expect(alert).toContainText('There is no connection.')
    await look(page)
    await page.unroute('**/api/audit/chain')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Check now' })).toBeVisible()
  })

  await test.step('the last 30 days, and the visits of today', async () => {
    await page.route('**/api/laboratory', (route) => route.abort())
    await page.goto('/manager-dashboard')
    const lately = page.getByRole('region', { name: /^The last 30 days/ })
    const visits = page.getByRole('region', { name: /^Today/ }).getByRole('alert')
    await expect(lately.getByRole('alert')).toBeVisible()
    await expect(visits).toBeVisible()
    await look(page)
    await page.unroute('**/api/laboratory')
    await lately.getByRole('button', { name: 'Try again' }).click()
    await expect(lately.getByRole('link', { name: 'All insights' })).toBeVisible()
    await expect(visits).toHaveCount(0)
  })

  await test.step('the report of each month', async () => {
    await page.route('**/api/insights/mail', (route) => route.abort())
    await page.goto('/manager-dashboard/insights')
    const alert = page.getByRole('alert').filter({ hasText: 'Whether the report comes by e-mail' })
    await expect(alert).toBeVisible()
    await look(page)
    await page.unroute('**/api/insights/mail')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel(/Send me last month’s report/)).toBeVisible()
  })
})
