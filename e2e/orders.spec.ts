import { jpegFile } from '../server/tests/sample-files.ts'
import { look } from './accessible.ts'
import { makeTechnician } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open, signIn } from './sign-in.ts'
import { book } from './visits.ts'

test('a manager keeps requesters, and the desk writes who asked with a walk-in and on a visit', async ({
  page,
  lab,
}) => {
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/settings/referrers')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a facility' }).press('Enter')
  await dialog.getByLabel('Name').fill('Labone Clinic')
  await dialog.getByLabel('How it gets results').selectOption('By WhatsApp')
  await look(page)
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Labone Clinic', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add a requester' }).press('Enter')
  await dialog.getByLabel('Full name with title').fill('Dr Ama Boateng')
  await dialog.getByLabel('Facility').selectOption('Labone Clinic')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Dr Ama Boateng', exact: true })).toBeVisible()

  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const visit = await book(lab, await lab.signUp({ fullName: 'Ama Mensah' }))
  await open(page, `/collect/${visit.id}`, hana)
  await page.getByRole('button', { name: 'Enter the order' }).press('Enter')
  await dialog.getByLabel('Requested by').fill('Dr Ama Boateng, Labone Clinic')
  await dialog.getByLabel('Diagnosis').fill('Anaemia?')
  await dialog.getByLabel('Week of pregnancy').fill('20')
  await look(page)
  await dialog.getByRole('button', { name: 'Save the order' }).press('Enter')
  const order = page.getByRole('region', { name: 'Order' })
  await expect(order).toContainText('Dr Ama Boateng, Labone Clinic')
  await expect(order).toContainText('Anaemia?')
  await order.getByLabel('Choose files').setInputFiles({
    name: 'form.jpg',
    mimeType: 'image/jpeg',
    buffer: jpegFile(),
  })
  await expect(order.getByText('form.jpg', { exact: true })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await order.getByRole('button', { name: 'Open form.jpg' }).press('Enter')
  await expect.poll(async () => (await opened).url()).toMatch(/^blob:/)
  await (await opened).close()
  await look(page)
  await order.getByRole('button', { name: 'Remove form.jpg' }).press('Enter')
  await dialog.getByLabel('Reason').fill('Of another patient')
  await dialog.getByRole('button', { name: 'Remove the page' }).press('Enter')
  await expect(order.getByText('form.jpg', { exact: true })).toHaveCount(0)

  await page.goto('/desk/walk-in')
  await expect(heading(page, 'Register a walk-in')).toBeVisible()
  await page.getByLabel('Full Name').fill('Yaw Walk')
  await page.getByLabel('Age').fill('40')
  await page.getByLabel('Gender').selectOption('Male')
  await page.getByLabel('Phone Number').fill('+233 24 000 0000')
  await page.getByRole('combobox', { name: 'Tests' }).fill('Full Blood')
  await page.keyboard.press('Enter')
  await page.getByLabel('Requested by').fill('Dr Unlisted')
  await page.getByRole('button', { name: 'Add clinical details' }).press('Enter')
  await page.getByLabel('Clinical details').fill('Fever')
  await page.getByRole('button', { name: 'Register and give a number' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Yaw Walk' })).toBeVisible()
})
