import { look } from './accessible.ts'
import { makeTechnician, releasedTask } from './bench-visit.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a patient reads what goes and stays, asks to be forgotten, and a manager carries it out', async ({
  page,
  openPage,
  lab,
}) => {
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const patient = await lab.signUp({ fullName: 'Efua Forgotten' })
  const values = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }
  await releasedTask(lab, { patient, enters: hana, releases: rita }, values)
  const office = await openPage()

  await test.step('the patient asks, after the password', async () => {
    await open(page, '/profile', patient)
    await page.getByRole('link', { name: 'Erase my data' }).click()
    await expect(heading(page, 'Erase my data')).toBeVisible()
    await expect(page.getByRole('region', { name: 'What stays, and why' })).toContainText(
      'Visits, results and released reports',
    )
    await look(page)
    await page.getByRole('button', { name: 'Ask to erase my data' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('Current password').fill(patient.password)
    await look(page)
    await dialog.getByRole('button', { name: 'Ask to erase my data' }).click()
    await expect(page.getByText('You have asked the laboratory to erase your data')).toBeVisible()
  })

  await test.step('a manager places a legal hold, which prevents the erasure, and ends it', async () => {
    await open(office, '/manager-dashboard/erasures', await managerOf(lab))
    await office.getByRole('link', { name: 'Efua Forgotten' }).click()
    await office.getByRole('link', { name: /^P\d/ }).click()
    await office.getByRole('button', { name: 'Place a hold' }).click()
    const dialog = office.getByRole('dialog', { name: 'Place a legal hold' })
    await look(office)
    await dialog.getByLabel('Reason').fill('Case 12 of 2026 before the court')
    await dialog.getByRole('button', { name: 'Place the hold' }).click()
    await expect(office.getByText('In force')).toBeVisible()
    await office.goto('/manager-dashboard/erasures')
    await office.getByRole('link', { name: 'Efua Forgotten' }).click()
    await expect(office.getByText('A legal hold: 1')).toBeVisible()

    await office.goto('/manager-dashboard/legal-holds')
    await office.getByRole('button', { name: 'End the hold on Efua Forgotten' }).click()
    await look(office)
    await office.getByLabel('Reason').fill('The case is settled')
    await office.getByRole('button', { name: 'End the hold', exact: true }).click()
    await expect(office.getByRole('table').getByText('Ended')).toBeVisible()
  })

  await test.step('a manager sees the same lists and erases', async () => {
    await office.goto('/manager-dashboard/erasures')
    await office.getByRole('link', { name: 'Efua Forgotten' }).click()
    await expect(heading(office, 'Efua Forgotten')).toBeVisible()
    await expect(office.getByRole('region', { name: 'What is erased' })).toBeVisible()
    await office.getByRole('button', { name: 'Refuse' }).click()
    await look(office)
    await office.keyboard.press('Escape')
    await office.getByRole('button', { name: 'Erase now' }).click()
    await look(office)
    await office.getByRole('button', { name: 'Erase', exact: true }).click()
    await expect(office.getByText('Carried out').first()).toBeVisible()
    await office.getByRole('link', { name: /^P\d/ }).click()
    await expect(office.getByText(/^Erased on/)).toBeVisible()
    await expect(office.getByRole('button', { name: 'Change details' })).toHaveCount(0)
    await look(office)
  })

  await test.step('the session of the patient has ended, and the password opens nothing', async () => {
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/login/)
    const answer = page.request.post('/api/auth/login', {
      data: { email: patient.email, password: patient.password },
    })
    expect((await answer).status()).toBe(401)
  })
})
