import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, type Page } from './server.ts'
import { managerOf, open } from './sign-in.ts'
import { book, daysAhead } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

const phone = { width: 390, height: 844 }
const region = (page: Page, name: string) => page.getByRole('region', { name })

test('a mother books for her daughter, and the father opens the visit with her code until the desk ends it', async ({
  page,
  openPage,
  lab,
}) => {
  test.setTimeout(120_000)
  const abena = await lab.signUp({ fullName: 'Abena Owusu' })
  const yaw = await lab.signUp({ fullName: 'Yaw Owusu' })
  await book(lab, abena, { at: [daysAhead(9), '10:00'] })

  await test.step('the mother books', async () => {
    await open(page, '/patient-dashboard/appointment-page', abena)
    const whom = page.getByRole('group', { name: 'This appointment is for' })
    await expect(whom.getByRole('radio', { name: 'Me', exact: true })).toBeChecked()
    await expect(page.getByText(/^about 3[34]$/)).toBeVisible()
    await expect(page.getByLabel('Full Name')).toBeHidden()
    await whom.getByRole('radio', { name: 'Somebody new' }).check()
    await page.getByLabel('Who is this person to you?').selectOption('My child')
    await page.getByLabel('Full Name').fill('Adwoa Owusu')
    await page.getByLabel('Gender').selectOption('female')
    await page.getByLabel('Age').fill('6')
    await page.getByLabel('Phone Number').fill('024 300 4000')
    await chooseTestAndTime(page)
    await look(page)
    await page.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(region(page, 'Your appointment is booked')).toBeVisible()
  })

  let code = ''
  await test.step('she makes a code', async () => {
    await page.goto('/profile')
    await page.getByRole('link', { name: 'People I look after' }).click()
    await expect(heading(page, 'People I look after')).toBeFocused()
    const adwoa = region(page, 'Adwoa Owusu')
    await expect(adwoa).toContainText('My child')
    await expect(adwoa.getByRole('img', { name: /^Bar code of P/ })).toBeHidden()
    await adwoa.getByText('Person number').click()
    await expect(adwoa.getByRole('img', { name: /^Bar code of P/ })).toBeVisible()
    await expect(adwoa.getByRole('img', { name: /^QR code of P/ })).toBeVisible()
    await adwoa.getByRole('button', { name: 'Let somebody else look after Adwoa Owusu' }).click()
    const dialog = page.getByRole('dialog', { name: 'Let somebody else look after Adwoa Owusu' })
    await dialog.getByLabel('How is Adwoa Owusu related to them?').selectOption('Their child')
    await look(page)
    await dialog.getByRole('button', { name: 'Create a code' }).click()
    const shown = dialog.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
    await expect(shown).toBeVisible()
    await look(page)
    code = (await shown.textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByText(code)).toBeHidden()
  })

  const his = await openPage({ viewport: phone })
  await test.step('the father enters it on his phone and opens the visit', async () => {
    await open(his, '/patient-dashboard/people', yaw)
    await expect(his.getByText('Nobody yet')).toBeVisible()
    await look(his)
    await his.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase())
    await his.getByRole('button', { name: 'Use this code' }).click()
    await expect(his.getByText('You look after Adwoa Owusu now')).toBeVisible()
    await expect(region(his, 'Adwoa Owusu')).toContainText('Abena Owusu, their child')
    await look(his)
    await his.getByRole('link', { name: 'Open the visits' }).click()
    await his.getByRole('link', { name: /^View/ }).click()
    await expect(his.getByText('Full Blood Count')).toBeVisible()
  })

  await test.step('he books for her by name', async () => {
    await his.goto('/patient-dashboard/people')
    await his.getByRole('link', { name: 'Book for Adwoa Owusu' }).click()
    await expect(his.getByRole('radio', { name: 'Adwoa Owusu' })).toBeChecked()
    await chooseTestAndTime(his)
    await look(his)
    await his.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(region(his, 'Your appointment is booked')).toContainText('Adwoa Owusu')
  })

  await test.step('the desk ends the care, and he no longer sees it', async () => {
    const desk = await openPage()
    await open(desk, '/manager-dashboard/patients', await managerOf(lab))
    await desk.getByRole('link', { name: 'Adwoa Owusu' }).click()
    const carers = region(desk, 'Who opens this record')
    await expect(carers.getByRole('listitem')).toHaveCount(2)
    await expect(carers.getByRole('listitem').filter({ hasText: 'Yaw Owusu' })).toContainText(
      'child of the account holder',
    )
    await look(desk)
    await carers.getByRole('button', { name: 'End for Yaw Owusu' }).click()
    const question = desk.getByRole('alertdialog', { name: 'Close the record of Adwoa Owusu to Yaw Owusu?' })
    await look(desk)
    await question.getByRole('button', { name: 'Close the record' }).click()
    await expect(carers.getByRole('listitem')).toHaveCount(1)

    await his.goto('/patient-dashboard/people')
    await expect(his.getByText('Nobody yet')).toBeVisible()
    await his.goto('/patient-dashboard/appointments')
    await expect(heading(his, 'Appointments')).toBeVisible()
    await expect(his.getByRole('link', { name: /^View/ })).toHaveCount(0)
  })
})

async function chooseTestAndTime(page: Page): Promise<void> {
  await page.getByLabel('Test Type').fill('count')
  await page.getByRole('option', { name: 'Full Blood Count' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'Date and Time' }).getByRole('radio').first().check()
}

test('the desk opens a record to an account, and prints a code', async ({ page, lab }) => {
  const kofi = await lab.signUp({ fullName: 'Kofi Boateng' })
  const manager = await managerOf(lab)
  await book(lab, manager, {
    patient: { fullName: 'Nana Boateng', age: 70, email: '' },
    at: [daysAhead(9), '11:00'],
  })
  await open(page, '/manager-dashboard/appointments', manager)
  await page.getByLabel('Search').fill('Nana Boateng')
  await page.getByRole('link', { name: 'Nana Boateng' }).click()
  await page.getByRole('link', { name: /^P\d{9}$/ }).click()
  const carers = region(page, 'Who opens this record')
  await expect(carers).toContainText('No account opens this record.')

  await carers.getByRole('button', { name: 'Give an account access' }).click()
  const grant = page.getByRole('dialog', { name: 'Give an account access to the record of Nana Boateng' })
  await grant.getByLabel('Find the account').fill(kofi.email)
  await look(page)
  await grant.getByRole('button', { name: /Kofi Boateng/ }).click()
  await grant.getByLabel(/^Who is Nana Boateng/).selectOption('Their parent')
  await look(page)
  await grant.getByRole('button', { name: 'Open the record' }).click()
  const row = carers.getByRole('listitem').filter({ hasText: 'Kofi Boateng' })
  await expect(row).toContainText('parent of the account holder')
  await expect(row).toContainText('the laboratory')

  await carers.getByRole('button', { name: 'Create a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Code for the record of Nana Boateng' })
  await dialog.getByLabel(/^Who is Nana Boateng/).selectOption('The same person')
  await dialog.getByRole('button', { name: 'Create a code' }).click()
  const code = dialog.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
  await expect(code).toBeVisible()
  await look(page)
  await page.emulateMedia({ media: 'print' })
  await expect(code).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Nana Boateng', level: 1 })).toBeHidden()
})

test('a child who has come of age is listed for the desk until the care ends', async ({ page, lab }) => {
  const abena = await lab.signUp({ fullName: 'Abena Asante' })
  await book(lab, abena, {
    patient: { fullName: 'Kojo Asante', age: 19, gender: 'male' },
    relation: 'child',
    at: [daysAhead(9), '12:00'],
  })
  await open(page, '/manager-dashboard/patients', await managerOf(lab))
  await expect(page.getByText('1 child has come of age.')).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'See who still looks after them' }).click()
  await expect(heading(page, 'Children who have come of age')).toBeFocused()
  await expect(page.getByRole('row', { name: /Kojo Asante/ })).toContainText('Abena Asante')
  await look(page)
  await page.getByRole('button', { name: 'End of Abena Asante for Kojo Asante' }).click()
  await look(page)
  await page.getByRole('button', { name: 'Close the record' }).click()
  await expect(page.getByText('Nobody', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Patients', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Kojo Asante' })).toBeVisible()
  await expect(page.getByText('come of age')).toBeHidden()
})
