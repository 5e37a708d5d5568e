import { look } from './accessible.ts'
import { expect } from './server.ts'
import { managerOf, signIn } from './sign-in.ts'
import { book } from './visits.ts'
import { test } from './watched.ts'

// A laboratory of its own: what other files leave behind is not this one's.
test.use({ settings: { MAIL_FROM: 'Audit <audit@lab.example>' } })

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

  await page.getByRole('button', { name: 'Check it now' }).click()
  await expect(page.getByRole('heading', { name: 'The trail holds' })).toBeVisible()
  await expect(page.getByText(/; 0 newer entries waiting/)).toBeVisible()

  await page.getByLabel('Action').selectOption({ label: 'Test changed' })
  await expect(page).toHaveURL(/action=test\.changed/)
  await page
    .getByRole('row', { name: /Test changed/ })
    .getByText('1 value', { exact: true })
    .click()
  await expect(page.getByRole('cell', { name: 'Old name' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'New name' })).toBeVisible()
  await look(page)

  await page.reload()
  await expect(page.getByLabel('Action')).toHaveValue('test.changed')
  await page.getByLabel('Person').fill('nobody of this name')
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('table', { name: /Audit trail/ })).toBeVisible()
})

test('an altered entry is found when the manager asks', async ({ page, lab }) => {
  const manager = await managerOf(lab)
  await signIn(page, manager)
  await page.goto('/manager-dashboard/audit')
  await page.getByRole('button', { name: 'Check it now' }).click()
  await expect(page.getByRole('heading', { name: 'The trail holds' })).toBeVisible()
  await lab.sql('alter table audit disable trigger audit_is_append_only')
  await lab.sql(`update audit set reason = 'Nothing to see' where position = 1`)
  await lab.sql('alter table audit enable trigger audit_is_append_only')
  await page.getByRole('button', { name: 'Check it now' }).click()
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
  await expect(page.getByText('Hana Haematologist, technician')).toBeVisible()
  await look(page)
})
