import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, type Page } from './server.ts'
import { accountOf, managerOf, open, type Signed } from './sign-in.ts'
import type { Laboratory, Person } from './start-laboratory.ts'
import { book, daysAhead } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

const region = (page: Page, name: string) => page.getByRole('region', { name })

const day = daysAhead(9)
let minute = 0

async function bookFor(lab: Laboratory, by: Signed, fullName: string, contact: string) {
  const time = `${String(8 + Math.floor(minute / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][minute++ % 4]}`
  await book(lab, by, { patient: { fullName, contact, email: '' }, at: [day, time] })
}

let manager: Signed
let ama: Person
test.beforeAll(async ({ lab }) => {
  manager = await managerOf(lab)
  ama = await lab.signUp({ fullName: 'Ama Mensah', email: 'ama@home.test' })
  await lab.call('PUT', '/api/auth/profile', { by: ama, body: { phone: '024 300 4000' } })
  await bookFor(lab, ama, 'Ama Mensah', '024 300 4000')
  const again = await lab.signUp({ fullName: 'Ama Mensa', email: 'ama.mensa@home.test' })
  await lab.call('PUT', '/api/auth/profile', { by: again, body: { phone: '+233 24 300 4000' } })
  await bookFor(lab, again, 'Ama Mensa', '024 300 4000')
  await bookFor(lab, manager, 'Yaw Walksin', '020 777 8899')
})

test('a patient is found by the phone number, however it is written, and opened', async ({ page }) => {
  await open(page, '/manager-dashboard/patients', manager)
  await expect(page.getByRole('link', { name: 'Yaw Walksin' })).toBeVisible()
  await page.getByLabel('Search').fill('+233 20 777 8899')
  await expect(page.getByRole('link', { name: 'Ama Mensah' })).toBeHidden()
  await expect(page.getByText('No account')).toBeVisible()
  await page.getByLabel('Search').fill('0243004000')
  await page.getByRole('link', { name: 'Ama Mensah' }).click()
  await expect(heading(page, 'Ama Mensah')).toBeFocused()
  await expect(region(page, 'Visits').getByRole('row')).toHaveCount(2)
  await look(page)
  await page.getByRole('link', { name: 'Book for this patient' }).click()
  await expect(heading(page, 'Book for a patient')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Account' })).toContainText('ama@home.test')
})

test('details are put right, and the old address is told of a new one', async ({ page, lab }) => {
  await open(page, `/manager-dashboard/patients/${await accountOf(lab, ama)}`, manager)
  await page.getByRole('button', { name: 'Change details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change details' })
  await dialog.getByLabel('Email').fill('ama.new@home.test')
  await look(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(region(page, 'Details')).toContainText('ama.new@home.test')
  await expect(region(page, 'Details')).toContainText('ama@home.test')
  // The link goes to the new address a day later.
  await lab.mailTo('ama@home.test', 0, 'It counts once it is confirmed')
  expect(lab.mailsSoFar('ama.new@home.test')).toBe(0)
})

test('one person with two accounts is found, joined and parted again', async ({ page, watch }) => {
  // The reason is asked for by the server.
  watch.provokes(/status of 400 .*\/join/)
  await open(page, '/manager-dashboard/patients/duplicates', manager)
  await expect(page.getByText('No duplicates found')).toBeVisible()
  await page.getByRole('button', { name: 'Compare now' }).click()
  const pair = page.getByRole('region', { name: /Ama Mensah? and Ama Mensah?/ })
  await expect(pair).toContainText(/same phone, name differs by one letter, same age and sex/i)
  await look(page)
  await pair.getByRole('button', { name: 'Join…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Join these two records?' })
  await expect(dialog).toContainText(
    /The accounts “Ama Mensah?”, “Ama Mensah?” each open the visits and results of both/,
  )
  await look(page)
  const join = dialog.getByRole('button', { name: 'Join these records' })
  await join.click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/required/)
  await dialog.getByLabel('Reason').fill('She showed her card')
  await join.click()
  await expect(page.getByText(/are one person now\./)).toBeVisible()
  await expect(page.getByText('No duplicates found')).toBeVisible()
  // The button that asked is gone with the pair.
  await expect(page.getByRole('heading', { name: 'Duplicates', level: 1 })).toBeFocused()

  await page.getByRole('main').getByRole('link', { name: 'Patients', exact: true }).click()
  // Not the link of the account, in the notice about its address that waits for approval.
  await page.getByRole('table').getByRole('link', { name: 'Ama Mensah' }).click()
  await expect(region(page, 'Visits').getByRole('row')).toHaveCount(3)
  const joins = region(page, 'Joined records')
  await expect(joins).toContainText('“She showed her card”')
  await look(page)
  await joins.getByRole('button', { name: /^Undo/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Separate these two records again?' })
  await question.getByLabel('Reason').fill('They are sisters')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(joins).toContainText('“They are sisters”')
  await expect(region(page, 'Visits').getByRole('row')).toHaveCount(2)
})

test('a person is opened from an appointment, and a contradicting date of birth is asked about', async ({
  page,
  watch,
}) => {
  watch.provokes(/status of 409/)
  await open(page, '/manager-dashboard/appointments', manager)
  await page.getByLabel('Search').fill('Yaw Walksin')
  await page.getByRole('link', { name: 'Yaw Walksin' }).click()
  await page.getByRole('link', { name: /^P\d{9}$/ }).click()
  await expect(heading(page, 'Yaw Walksin')).toBeFocused()
  const details = region(page, 'Details')
  await expect(details).toContainText('estimated from a stated age')
  await expect(region(page, 'Visits').getByRole('row')).toHaveCount(2)
  await look(page)

  await page.getByRole('button', { name: 'Change details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change details' })
  await dialog.getByLabel('Full Name').fill('Yaw Walker')
  await dialog.getByLabel('Date of birth').fill('17/08/1930')
  await dialog.getByLabel('Known').selectOption('The exact day')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('This contradicts what is known of this person.')
  await look(page)
  await dialog.getByLabel('It is the same person, and these details are correct').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Yaw Walker')).toBeVisible()
  await expect(details).toContainText('Sunday 17 August 1930')
  await expect(details).toContainText('Yaw Walksin')
})

test('a person is written down before the first visit, and found again by a card at the walk-in desk', async ({
  page,
  watch,
}) => {
  watch.provokes(/status of 409/)
  await open(page, '/manager-dashboard/patients', manager)
  await page.getByRole('button', { name: 'New person' }).click()
  const dialog = page.getByRole('dialog', { name: 'New person' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Full Name').fill('Esi Unseen')
  await dialog.getByLabel('Sex').selectOption('female')
  await dialog.getByLabel('Date of birth', { exact: true }).fill('02/03/1984')
  await dialog.getByLabel('Phone Number').fill('024 123')
  await dialog.getByRole('button', { name: 'Add a card or folder' }).click()
  await dialog.getByLabel('Card or folder 1', { exact: true }).fill('Ghana Card')
  await dialog.getByLabel('Its number 1').fill('GHA-900000001-1')
  await dialog.getByLabel('Note for the desk').fill('Speak slowly.')
  watch.provokes(/status of 400/)
  await save.click()
  await expect(dialog.getByLabel('Phone Number')).toHaveAccessibleDescription(/7 to 15 digits/)
  await look(page)
  await dialog.getByLabel('Phone Number').fill('024 123 9876')
  await save.click()
  await expect(heading(page, 'Esi Unseen')).toBeVisible()
  const details = region(page, 'Details')
  await expect(details).toContainText('GHA-900000001-1')
  await look(page)

  await page.getByRole('button', { name: 'Change details' }).click()
  const changing = page.getByRole('dialog', { name: 'Change details' })
  await changing.getByRole('button', { name: 'Add a phone number' }).click()
  await changing.getByRole('textbox', { name: 'Phone Number 2' }).fill('020 123 9876')
  await changing.getByLabel('Preferred language').fill('Twi')
  await changing.getByRole('button', { name: 'Save' }).click()
  await expect(details).toContainText('024 123 9876')
  await expect(details).toContainText('020 123 9876')
  await expect(details).toContainText('Twi')

  await open(page, '/manager-dashboard/patients', manager)
  await page.getByLabel('Search').fill('02/03/1984')
  await expect(page.getByRole('row').filter({ hasText: 'Esi Unseen' })).toContainText('02/03/1984')
  await look(page)
  await page.getByRole('button', { name: 'New person' }).click()
  await dialog.getByLabel('Full Name').fill('Unseen Esi')
  await dialog.getByLabel('Sex').selectOption('female')
  await dialog.getByLabel('Known').selectOption('The age in years')
  await dialog.getByRole('spinbutton', { name: 'Age' }).fill('42')
  await save.click()
  const couldBe = dialog.getByRole('region', { name: 'Could be the same person' })
  await expect(couldBe).toContainText('Found by the name')
  await look(page)
  await dialog.getByLabel('This is somebody else').check()
  await save.click()
  await expect(heading(page, 'Unseen Esi')).toBeVisible()

  await open(page, '/desk/walk-in', manager)
  await page.getByLabel('Been here before?').fill('gha9000000011')
  const hit = page.getByRole('list', { name: 'Found' }).getByRole('button')
  await expect(hit).toContainText('Found by an identifier')
  await expect(hit).toContainText('No visit yet')
  await hit.click()
  await expect(page.getByLabel('Age')).toHaveValue(/^4\d$/)
})

test('somebody without a known name and newborn twins are written down, and named later', async ({
  page,
}) => {
  await open(page, '/manager-dashboard/patients', manager)
  await page.getByRole('button', { name: 'New person' }).click()
  const dialog = page.getByRole('dialog', { name: 'New person' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Who is being registered').selectOption('Name not known')
  await expect(dialog.getByLabel('Full Name')).toBeHidden()
  await dialog.getByLabel('Sex').selectOption('female')
  await dialog.getByRole('spinbutton', { name: 'Age' }).fill('25')
  await look(page)
  await save.click()
  await expect(heading(page, 'Unknown female, about 25')).toBeVisible()
  await expect(page.getByText('Not named yet')).toBeVisible()

  await open(page, '/manager-dashboard/patients', manager)
  await page.getByRole('button', { name: 'New person' }).click()
  await dialog.getByLabel('Who is being registered').selectOption('Newborn')
  await dialog.getByLabel('Mother', { exact: true }).fill('unknown female')
  await dialog.getByRole('list', { name: 'Found' }).getByRole('button').click()
  await dialog.getByLabel('Sex').selectOption('male')
  await look(page)
  await save.click()
  await expect(heading(page, 'Baby of Unknown female, about 25')).toBeVisible()
  const details = region(page, 'Details')
  await look(page)
  await details.getByRole('link', { name: 'Unknown female, about 25' }).click()
  await expect(heading(page, /^Unknown female, about 25$/)).toBeVisible()
  await page.getByRole('button', { name: 'Name this person' }).click()
  const naming = page.getByRole('dialog', { name: 'Name this person' })
  await expect(naming.getByLabel('Full Name')).toHaveValue('')
  await naming.getByLabel('Full Name').fill('Akosua Named')
  await look(page)
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(heading(page, 'Akosua Named')).toBeVisible()
  await expect(page.getByText('Not named yet')).toBeHidden()

  await open(page, '/desk/walk-in', manager)
  await page.getByLabel('Who is being registered').selectOption('Newborn')
  await page.getByLabel('Mother', { exact: true }).fill('akosua named')
  await page.getByRole('list', { name: 'Found' }).getByRole('button').click()
  await expect(page.getByLabel('Birth order')).toHaveValue('2')
  await page.getByLabel('Gender').selectOption('Male')
  await page.getByLabel('Tests').fill('blood sug')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await look(page)
  await page.getByRole('button', { name: 'Register and give a number' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Baby 2 of Akosua Named' })).toContainText(
    'Pass code',
  )

  await page.getByLabel('Who is being registered').selectOption('Name not known')
  await page.getByLabel('Age').fill('40')
  await page.getByLabel('Gender').selectOption('Male')
  await page.getByLabel('Tests').fill('blood sug')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await look(page)
  await page.getByRole('button', { name: 'Register and give a number' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Unknown male, about 40' })).toContainText(
    'Pass code',
  )

  await page.getByLabel('Been here before?').fill('akosua named')
  const hits = page.getByRole('list', { name: 'Found' }).getByRole('button')
  await expect(hits.filter({ hasText: 'Baby 2 of Akosua Named' })).toContainText('Not named yet')
  await open(page, '/manager-dashboard/patients', manager)
  await page.getByLabel('Search').fill('unknown female 25')
  await page.getByRole('link', { name: 'Akosua Named', exact: true }).click()
  await expect(details.getByRole('link', { name: 'Baby 2 of Akosua Named' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'Baby 1 of Akosua Named' })).toBeVisible()
})

test('somebody who has died does not walk in, and the desk reads how to correct the record', async ({
  page,
  lab,
  watch,
}) => {
  const died = { fullName: 'Kojo Departed', sex: 'male', age: 70, phones: ['024 555 0177'], deceased: true }
  await lab.call('POST', '/api/people', { by: manager, body: died })
  await open(page, '/desk/walk-in', manager)
  await page.getByLabel('Been here before?').fill('kojo departed')
  const hit = page.getByRole('list', { name: 'Found' }).getByRole('button')
  await expect(hit).toContainText('Deceased')
  await hit.click()
  await page.getByLabel('Tests').fill('blood sug')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  watch.provokes(/status of 400/)
  await page.getByRole('button', { name: 'Register and give a number' }).click()
  await expect(page.getByLabel('Person number')).toHaveAccessibleDescription(
    /This person is recorded as deceased\. If that is wrong, correct it with “Change details”/,
  )
  await look(page)
})
