import { look } from './accessible.ts'
import { expect } from './server.ts'
import { managerOf, signIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

test('the manager plans a week, copies it, and the technician sees when to come', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/400 .*\/api\/shifts/)
  const hana = await lab.signUp({ role: 'technician', fullName: 'Hana Haematologist' })
  await lab.signUp({ role: 'technician', fullName: 'Kofi Chemist' })
  await signIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/technicians')
  await page.getByRole('link', { name: 'Shifts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shifts' })).toBeVisible()
  await page.getByRole('button', { name: 'Next week' }).click()
  const week = page.getByRole('list', { name: 'Shifts at Main laboratory' })
  await expect(week.getByText('Nobody is planned')).toHaveCount(7)

  await week.getByRole('button', { name: /^Add a shift on Monday/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a shift' })
  await dialog.getByLabel('Technician').selectOption({ label: 'Hana Haematologist' })
  await expect(dialog.getByLabel('From')).toHaveValue('07:00')
  await dialog.getByLabel('Until').fill('15:00')
  await dialog.getByLabel(/Note/).fill('Opens up')
  await dialog.getByRole('button', { name: 'Add shift' }).click()
  await expect(week.getByRole('button', { name: /07:00–15:00 Hana Haematologist/ })).toBeVisible()
  await expect(week.getByText('Nobody 15:00–19:00')).toBeVisible()

  await week.getByRole('button', { name: /^Add a shift on Monday/ }).click()
  await expect(dialog.getByLabel('From')).toHaveValue('15:00')
  await dialog.getByLabel('Technician').selectOption({ label: 'Hana Haematologist' })
  await dialog.getByLabel('From').fill('14:00')
  await dialog.getByRole('button', { name: 'Add shift' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    /Hana Haematologist is planned on .* from 07:00 to 15:00/,
  )
  await look(page)
  await dialog.getByLabel('Technician').selectOption({ label: 'Kofi Chemist' })
  await dialog.getByRole('button', { name: 'Add shift' }).click()
  await expect(week.getByRole('button', { name: /14:00–19:00 Kofi Chemist/ })).toBeVisible()
  await expect(week.getByText('Nobody is planned')).toHaveCount(6)

  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('button', { name: 'Copy the previous week' }).click()
  await expect(week.getByRole('button', { name: /14:00–19:00 Kofi Chemist/ })).toBeVisible()
  await week.getByRole('button', { name: /Kofi Chemist/ }).click()
  await page.getByRole('button', { name: 'Remove shift' }).click()
  await expect(week.getByText('Nobody 15:00–19:00')).toBeVisible()
  await look(page)

  await signIn(page, hana)
  await page.goto('/technician-dashboard')
  await page.getByRole('link', { name: 'Shifts' }).click()
  await expect(page.getByText('Opens up')).toHaveCount(2)
  await expect(page.getByText('07:00–15:00')).toHaveCount(2)
})
