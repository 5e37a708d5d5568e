import { look } from './accessible.ts'
import { expect, type Page } from './server.ts'
import { managerOf, open, type Signed } from './sign-in.ts'
import type { Laboratory, Person } from './start-laboratory.ts'
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
  await expect(dialog.getByRole('alert')).toContainText('State: Collected')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The patient called')
  await look(page)
  await dialog.getByRole('button', { name: 'Go on with what I typed' }).click()
  await expect(dialog.getByText('at the bench: reject them first')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel appointment' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('button', { name: 'Cancel appointment' })).toBeDisabled()
})

test.describe('a patient’s details', () => {
  let ama: Person
  test.beforeAll(async ({ lab }) => {
    ama = await lab.signUp({ fullName: 'Ama Mensah', email: 'ama@home.test' })
  })
  const record = '/manager-dashboard/patients'

  test('that somebody else has changed are not gone over by what is typed', async ({
    page,
    context,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    await page.clock.install()
    await open(page, record, manager)
    await page.getByRole('link', { name: 'Ama Mensah' }).click()
    await page.getByRole('button', { name: 'Change details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change details' })
    await dialog.getByLabel('Full Name').fill('Ama Serwaa Mensah')

    const other = await context.newPage()
    await open(other, record, manager)
    await other.getByRole('link', { name: 'Ama Mensah' }).click()
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
    await notice.getByRole('button', { name: 'Go on with what I typed' }).click()
    await dialog.getByLabel('Phone Number').fill('+233 20 111 2222')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ama Serwaa' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('20 111 2222')
  })

  test('can be saved although a visit was booked meanwhile', async ({ page, lab, watch }) => {
    watch.provokes(/status of 409/)
    await open(page, record, manager)
    await page.getByRole('link', { name: 'Ama Serwaa' }).click()
    await page.getByRole('button', { name: 'Change details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change details' })
    await dialog.getByLabel('Full Name').fill('Ama Mensah')
    await book(lab, ama, { at: [daysAhead(6), '09:00'] })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('A visit was booked meanwhile.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ama Mensah' })).toBeVisible()
  })

  test('that change while two are being joined are shown, and choices and reason are kept', async ({
    page,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    const again = await lab.signUp({ fullName: 'Ama Mensa', email: 'ama.mensa@home.test' })
    await lab.call('PUT', '/api/auth/profile', { by: again, body: { phone: '020 111 2222' } })
    await book(lab, again, { at: [daysAhead(6), '10:00'] })
    await open(page, '/manager-dashboard/patients/duplicates', manager)
    await page.getByRole('button', { name: 'Compare now' }).click()
    await page.getByRole('button', { name: 'Join…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Join these two patients?' })
    await dialog.getByRole('radio', { name: 'Ama Mensah', exact: true }).check()
    await dialog.getByLabel('Reason').fill('She showed her card')
    await lab.call('PUT', '/api/auth/profile', { by: again, body: { phone: '020 333 4444' } })
    await dialog.getByRole('button', { name: /^Join \d/ }).click()
    const notice = dialog.getByRole('alert')
    await expect(notice).toContainText('One of the two was changed meanwhile')
    await expect(notice).toContainText('Phone number: 020 333 4444')
    await expect(dialog.getByLabel('Reason')).toHaveValue('She showed her card')
    await expect(dialog.getByRole('radio', { name: 'Ama Mensah', exact: true })).toBeChecked()
    await look(page)
    await notice.getByRole('button', { name: 'Go on with what I typed' }).click()
    await dialog.getByRole('button', { name: /^Join \d/ }).click()
    await expect(page.getByText('Ama Mensah has 1 more visit now.')).toBeVisible()
  })
})

test.describe('a visit that is being moved', () => {
  const visitButton = (page: Page, name: RegExp | string) => page.getByRole('button', { name })
  const move = (lab: Laboratory, { id, version }: { id: string; version: number }, start: string) =>
    lab.call('PUT', `/api/labtest/appointment/${id}/reschedule`, {
      by: manager,
      body: { start, reason: 'Somebody else', version },
    })
  const movedTo = async (lab: Laboratory, id: string) =>
    (await lab.call<{ scheduledDate: string }>('GET', `/api/labtest/appointment/${id}`, { by: manager }))
      .scheduledDate

  async function begin(page: Page, lab: Laboratory, name: string, day: string) {
    const visit = await book(lab, manager, {
      patient: { fullName: name, email: 'visitor@home.test' },
      at: [day, '09:00'],
    })
    await open(page, `/manager-dashboard/calendar?day=${day}`, manager)
    await visitButton(page, name).click()
    await page.getByRole('button', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog', { name: `Move ${name}` })
    await dialog.getByLabel('Time').fill('13:00')
    await dialog.getByLabel('Reason').fill('Asked by the patient')
    return { visit, dialog }
  }

  test('is not moved away from where somebody else has put it without a word', async ({
    page,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    const day = daysAhead(15)
    const { visit, dialog } = await begin(page, lab, 'Mina Moved', day)
    await move(lab, visit, `${day}T11:00:00Z`)
    const notice = dialog.getByRole('alert')
    await expect(notice).toContainText('Mina Moved was changed in the meantime')
    await expect(notice).toContainText('11:00')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(notice).toBeVisible()
    expect(await movedTo(lab, visit.id)).toBe(`${day}T11:00:00.000Z`)
    await look(page)
    await notice.getByRole('button', { name: 'Go on with what I typed' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked by the patient')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(visitButton(page, /^13:00.*Mina Moved/)).toBeVisible()
  })

  test('stays in the hand when it leaves the day, with the reason that was typed', async ({ page, lab }) => {
    const day = daysAhead(16)
    const { visit, dialog } = await begin(page, lab, 'Lea Leaves', day)
    await move(lab, visit, `${daysAhead(17)}T11:00:00Z`)
    const notice = dialog.getByRole('alert')
    await expect(notice).toContainText('Lea Leaves is not on this day any more')
    await expect(notice).toContainText('11:00')
    await look(page)
    await notice.getByRole('button', { name: 'Go on with what I typed' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Asked by the patient')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(visitButton(page, /^13:00.*Lea Leaves/)).toBeVisible()
  })

  test('is left when it was cancelled', async ({ page, lab }) => {
    const { visit, dialog } = await begin(page, lab, 'Carl Called', daysAhead(18))
    await lab.call('DELETE', `/api/labtest/appointment/${visit.id}/cancel`, {
      by: manager,
      body: { reason: 'Ill' },
    })
    const notice = dialog.getByRole('alert')
    await expect(notice).toContainText('State: Cancelled')
    await notice.getByRole('button', { name: 'Leave it' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('a chair’s name that is being typed stays when somebody else names the chair', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/status of 409/)
  await page.clock.install()
  await open(page, '/manager-dashboard/settings/sites', manager)
  await page.getByRole('button', { name: 'Rename Chair 2' }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByLabel('Name', { exact: true }) })
  const name = row.getByLabel('Name', { exact: true })
  await name.fill('By the window')
  const { sites } = await lab.call<{
    sites: { id: string; chairs: { number: number; version: string }[] }[]
  }>('GET', '/api/settings', { by: manager })
  const [site] = sites
  const version = site?.chairs.find((chair) => chair.number === 2)?.version
  await lab.call('PUT', `/api/settings/sites/${site?.id}/chairs/2`, {
    by: manager,
    body: { name: 'Beside the door', active: true, version },
  })
  await lookAgain(page, '/api/settings')
  await expect(name).toHaveValue('By the window')
  await row.getByRole('button', { name: 'Save name' }).click()
  await expect(row.getByRole('alert')).toContainText('Somebody else changed this meanwhile')
  await expect(name).toHaveValue('By the window')
  await look(page)
  await row.getByRole('button', { name: 'Show what is in force' }).click()
  await expect(name).toHaveValue('Beside the door')
  await name.fill('Chair 2')
  await row.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByRole('button', { name: 'Rename Chair 2' })).toBeFocused()
})
