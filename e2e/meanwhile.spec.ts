import type { listCare } from '#contract/care.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { PersonRecord } from '#contract/people.ts'
import { look } from './accessible.ts'
import { expect, type Page } from './server.ts'
import { accountOf, managerOf, open, type Signed } from './sign-in.ts'
import type { Person } from './start-laboratory.ts'
import { book, daysAhead } from './visits.ts'
import { test } from './watched.ts'

/** Two people at one thing: nobody writes over what they have not seen, and nobody loses what they typed. */
test.beforeAll(({ lab }) => lab.renew())

let manager: Signed
let hana: Person
test.beforeAll(async ({ lab }) => {
  manager = await managerOf(lab)
  hana = await lab.signUp({ fullName: 'Hana Haematologist', role: 'technician' })
})

/** Some minutes later the window is looked at again, and asks for what it shows anew. */
async function lookAgain(page: Page, path: string): Promise<void> {
  const answer = page.waitForResponse((one) => new URL(one.url()).pathname === path)
  await page.clock.fastForward('05:00')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await answer
}

test('a visit that was collected meanwhile is not cancelled in the place of a booked one', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/status of 409/)
  const { id } = await book(lab, manager, {
    patient: { fullName: 'Akua Asked', email: 'akua@home.test' },
    at: [daysAhead(5), '09:00'],
  })
  await open(page, `/appointments/${id}`, manager)
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('The patient called')
  await lab.call('POST', `/api/labtest/appointment/${id}/arrive`, { by: hana })
  await lab.call('POST', `/api/labtest/appointment/${id}/collect`, {
    by: hana,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
  })
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This appointment was changed in the meantime')
  await expect(dialog.getByRole('alert')).toContainText('Status: Collected')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The patient called')
  await look(page)
  await dialog.getByRole('button', { name: 'Continue with what I typed' }).click()
  await expect(dialog.getByText('at the bench: reject them first')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel appointment' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toBeDisabled()
})

test.describe('a patient’s details', () => {
  let ama: Person
  test.beforeAll(async ({ lab }) => {
    ama = await lab.signUp({ fullName: 'Ama Mensah', email: 'ama@home.test' })
    record = `/manager-dashboard/patients/${await accountOf(lab, ama)}`
  })
  let record: string

  test('that somebody else has changed are not gone over by what is typed', async ({
    page,
    context,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    await page.clock.install()
    await open(page, record, manager)
    await page.getByRole('button', { name: 'Change details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change details' })
    await dialog.getByLabel('Full Name').fill('Ama Serwaa Mensah')

    const other = await context.newPage()
    await open(other, record, manager)
    await other.getByRole('button', { name: 'Change details' }).click()
    await other.getByRole('dialog').getByLabel('Phone Number').fill('+233 24 300 4000')
    await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(other.getByRole('dialog')).toBeHidden()

    // Whether the window has looked again or not.
    await lookAgain(page, new URL(page.url()).pathname.replace(/^.*\/patients/, '/api/patients'))
    const notice = dialog.getByRole('alert')
    await expect(notice).toContainText('Somebody else changed this patient meanwhile')
    await expect(notice).toContainText('Phone Number: +233 24 300 4000')
    await look(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notice).toBeVisible()
    await notice.getByRole('button', { name: 'Show it as it is now' }).click()
    await expect(dialog.getByLabel('Phone Number')).toHaveValue('+233 24 300 4000')
    await expect(dialog.getByLabel('Full Name')).toHaveValue('Ama Mensah')

    await dialog.getByLabel('Full Name').fill('Ama Serwaa')
    await lab.call('PUT', '/api/auth/profile', { by: ama, body: { phone: '+233 20 111 2222' } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(notice).toContainText('Phone Number: +233 20 111 2222')
    await notice.getByRole('button', { name: 'Continue with what I typed' }).click()
    await dialog.getByLabel('Phone Number').fill('+233 20 111 2222')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ama Serwaa' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('20 111 2222')
  })

  test('can be saved although a visit was booked meanwhile', async ({ page, lab }) => {
    await open(page, record, manager)
    await page.getByRole('button', { name: 'Change details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change details' })
    await dialog.getByLabel('Full Name').fill('Ama Mensah')
    await book(lab, ama, { at: [daysAhead(6), '09:00'] })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ama Mensah' })).toBeVisible()
  })

  test('that change while two records are being joined are shown, and the reason is kept', async ({
    page,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    const again = await lab.signUp({ fullName: 'Ama Mensa', email: 'ama.mensa@home.test' })
    await book(lab, again, { patient: { fullName: 'Ama Mensa' }, at: [daysAhead(6), '10:00'] })
    await open(page, '/manager-dashboard/patients/duplicates', manager)
    await page.getByRole('button', { name: 'Compare now' }).click()
    await page.getByRole('button', { name: 'Join…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Join these two records?' })
    await dialog.getByLabel('Reason').fill('She showed her card')
    const id = (await lab.call<ResponseOf<typeof listCare>>('GET', '/api/care', { by: again })).people[0]?.id
    const { fullName, sex, birth, version } = await lab.call<PersonRecord>('GET', `/api/people/${id}`, {
      by: manager,
    })
    await lab.call('PATCH', `/api/people/${id}`, {
      by: manager,
      body: { fullName, sex, birth, version, phones: ['020 333 4444'] },
    })
    await dialog.getByRole('button', { name: 'Join these records' }).click()
    const notice = dialog.getByRole('alert')
    await expect(notice).toContainText('One of the two was changed meanwhile')
    await expect(notice).toContainText('phone numbers: 020 333 4444')
    await expect(dialog.getByLabel('Reason')).toHaveValue('She showed her card')
    await look(page)
    await notice.getByRole('button', { name: 'Continue with what I typed' }).click()
    await dialog.getByRole('button', { name: 'Join these records' }).click()
    await expect(page.getByText(/are one person now\./)).toBeVisible()
  })
})
