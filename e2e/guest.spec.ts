import type { Appointment, Availability } from '../contract/booking.ts'
import { messages } from '../contract/messages.ts'
import { look } from './accessible.ts'
import { countHands } from './hands.ts'
import { heading } from './screens.ts'
import { codeIn, expect, type Page, test } from './server.ts'
import { signIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

const phone = { width: 390, height: 844 }
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Appointment' })
const firstTimes = (page: Page) => page.getByRole('group', { name: 'Date and Time' }).getByRole('radio')
const confirmed = (page: Page) => page.getByRole('region', { name: 'Your appointment is booked' })
const code = (page: Page) => page.getByLabel('One-time code')

type Guest = { fullName: string; email: string; age?: string; contact?: string; test?: string }

/** Fills in the form as a guest, with the first free time, and requests the code. */
async function askForCode(
  page: Page,
  { fullName, email, age = '34', contact = '', test: name }: Guest,
): Promise<void> {
  await page.goto('/book')
  await page.getByRole('button', { name: `Add ${name ?? 'Full Blood Count'}` }).click()
  await firstTimes(page).first().click()
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone Number').fill(contact)
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Age', { exact: true }).fill(age)
  await submit(page).click()
  await expect(code(page)).toBeFocused()
}

/** The code from the newest mail with a code, ignoring the first `after` mails. */
const codeMailed = async (lab: Laboratory, email: string, after = 0) =>
  codeIn(await lab.mailTo(email, after, 'here is your code'))

const visitsOf = async (page: Page, lab: Laboratory) => {
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
  return lab.call<Appointment[]>('GET', '/api/labtest/appointments', { by: { token } })
}

test('a stranger books with 9 clicks and 45 keys at most, and needs no second log-in', async ({
  page,
  lab,
}) => {
  const email = 'ama@mensah.test'
  await page.setViewportSize(phone)
  await page.goto('/')
  const hands = countHands(page)
  await hands.click(page.getByRole('main').getByRole('link', { name: 'Book a test' }))
  await hands.click(page.getByRole('button', { name: 'Add Full Blood Count' }))
  await hands.click(firstTimes(page).first())
  await hands.click(page.getByLabel('Full Name'))
  await hands.type('Ama Mensah')
  await hands.click(page.getByLabel('Email'))
  await hands.type(email)
  await hands.choose(page.getByLabel('Gender'), 'Female')
  await hands.click(page.getByLabel('Age', { exact: true }))
  await hands.type('34')
  await look(page)
  await hands.click(submit(page))
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await look(page)
  await hands.type(await codeMailed(lab, email))

  await expect(confirmed(page)).toBeVisible()
  await expect(page.getByText(messages.booking.success)).toBeVisible()
  hands.say('A new person')
  const { clicks, keys } = hands.count()
  expect(clicks).toBeLessThanOrEqual(9)
  expect(keys).toBeLessThanOrEqual(45)
  // Signed in on this device: another page opens without a log-in.
  await page.goto('/patient-dashboard/appointments')
  await expect(page.getByText('Ama Mensah').first()).toBeVisible()
})

test('a known person books with 4 clicks at most: age, sex and phone are remembered', async ({
  page,
  lab,
}) => {
  await page.setViewportSize(phone)
  await askForCode(page, {
    fullName: 'Efua Known',
    email: 'efua@known.test',
    age: '41',
    contact: '024 555 0199',
  })
  await page.keyboard.type(await codeMailed(lab, 'efua@known.test'))
  await expect(confirmed(page)).toBeVisible()
  await page.goto('/patient-dashboard')

  const hands = countHands(page)
  await hands.click(page.getByRole('link', { name: 'Book an appointment' }))
  await expect(page.getByText('about 41')).toBeVisible()
  await expect(page.getByText('024 555 0199')).toBeVisible()
  for (const label of ['Full Name', 'Email', 'Gender', 'Phone Number', 'Age']) {
    await expect(page.getByLabel(label)).toBeHidden()
  }
  await hands.click(page.getByRole('button', { name: 'Add Urine R/E' }))
  await hands.click(firstTimes(page).first())
  await look(page)
  await hands.click(submit(page))
  await expect(confirmed(page)).toBeVisible()
  hands.say('A known person')
  expect(hands.count().clicks).toBeLessThanOrEqual(4)
  expect(hands.count().keys).toBe(0)
  expect((await visitsOf(page, lab)).map(({ patientDetails }) => patientDetails)).toMatchObject([
    { fullName: 'Efua Known', age: 41, gender: 'female', contact: '024 555 0199' },
    { fullName: 'Efua Known', age: 41, gender: 'female' },
  ])
})

test('a wrong and an expired code book nothing, and a new code books the visit', async ({ page, lab }) => {
  const email = 'wrong@home.test'
  await askForCode(page, { fullName: 'Yaa Wrong', email })
  const first = await codeMailed(lab, email)
  await page.keyboard.type(first === 'ABCD1234' ? 'ABCD1235' : 'ABCD1234')
  const told = page.getByRole('alert').filter({ hasText: 'This code does not work' })
  await expect(told).toBeFocused()
  await look(page)
  await lab.sql(`update registration set expires_at = now() where email = $1`, [email])
  await code(page).fill(first)
  await expect(told).toBeVisible()
  await expect(confirmed(page)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByText(messages.otp.resent)).toBeVisible()
  await code(page).fill(await codeMailed(lab, email, 1))
  await expect(confirmed(page)).toBeVisible()
})

test('the form does not reveal that an address has an account; its code signs in and books for the account’s holder', async ({
  page,
  openPage,
  lab,
}) => {
  const kofi = await lab.signUp({ fullName: 'Adjoa Here' })
  await book(lab, kofi, { notToday: true })
  const screens: string[] = []
  const other = await openPage()
  for (const [screen, email] of [
    [page, kofi.email],
    [other, 'nobody@home.test'],
  ] as const) {
    await askForCode(screen, { fullName: 'Adjoa Here', email })
    screens.push(
      (await screen.getByRole('main').innerText()).replaceAll(email, '…').replace(/\d+:\d\d/g, '…'),
    )
  }
  expect(screens[0]).toBe(screens[1])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

  await page.keyboard.type(await codeMailed(lab, kofi.email))
  await expect(confirmed(page)).toBeVisible()
  const people = new Set((await visitsOf(page, lab)).map(({ patientDetails }) => patientDetails.fullName))
  expect([...people]).toEqual(['Adjoa Here'])
  const { people: known } = await lab.call<{ people: unknown[] }>('GET', '/api/care', { by: kofi })
  expect(known).toHaveLength(1)
})

test('if the typed name is not the account holder’s, the form asks who is tested', async ({ page, lab }) => {
  const holder = await lab.signUp({ fullName: 'Kwesi Holder' })
  await book(lab, holder, { notToday: true })
  await askForCode(page, { fullName: 'Abla Different', email: holder.email, age: '9' })
  await page.keyboard.type(await codeMailed(lab, holder.email))
  await expect(page).toHaveURL('/patient-dashboard/appointment-page')
  await expect(page.getByRole('radio', { name: 'Somebody new' })).toBeChecked()
  await expect(page.getByLabel('Full Name')).toHaveValue('Abla Different')
  await expect(page.getByRole('button', { name: 'Remove Full Blood Count' })).toBeVisible()
  await page.getByLabel('Who is this person to you?').selectOption('My child')
  await submit(page).click()
  await expect(confirmed(page)).toBeVisible()
})

test('if the time is taken meanwhile, the form says so after the code and offers free times near it', async ({
  page,
  lab,
}) => {
  const email = 'late@home.test'
  const by = await lab.signUp()
  const { days } = await lab.call<Availability>('GET', '/api/availability')
  const start = days.find(({ starts }) => starts.length > 0)?.starts[0]?.at ?? ''
  await askForCode(page, { fullName: 'Akos Late', email })
  await lab.sql(`delete from visit where status = 'held'`)
  const end = new Date(Date.parse(start) + 15 * 60_000).toISOString()
  for (let chair = 0; chair < 4; chair++) {
    await lab.call('POST', '/api/book', { by, body: { start, end } }).catch(() => {})
  }
  await page.keyboard.type(await codeMailed(lab, email))
  await expect(page).toHaveURL('/patient-dashboard/appointment-page')
  const told = page.getByRole('alert').filter({ hasText: messages.calendar.conflict })
  await expect(told.getByRole('button')).toHaveCount(3)
  await expect(page.getByLabel('Full Name')).toHaveValue('Akos Late')
  await expect(page.getByLabel('Age')).toHaveValue('34')
  await look(page)
  await told.getByRole('button').first().click()
  await submit(page).click()
  await expect(confirmed(page)).toBeVisible()
})

test('a guest can book although the same network already holds three times', async ({ page, lab }) => {
  const email = 'fourth@home.test'
  const { days } = await lab.call<Availability>('GET', '/api/availability')
  const start = days.at(-1)?.starts[0]?.at ?? ''
  const end = new Date(Date.parse(start) + 15 * 60_000).toISOString()
  const held: string[] = []
  for (let status = 201; status === 201; ) {
    const response = await page.request.post('/api/book', { data: { start, end } })
    status = response.status()
    if (status === 201) held.push((await response.json()).token)
  }
  await askForCode(page, { fullName: 'Ekua Fourth', email })
  await expect(page.getByText(/is held for you/)).toBeHidden()
  await page.keyboard.type(await codeMailed(lab, email))
  await expect(confirmed(page)).toBeVisible()
  for (const token of held) await lab.call('POST', '/api/book/release', { body: { token } })
})

test('the calendar of the week uses the chosen tests, and the form takes the time chosen there', async ({
  page,
}) => {
  await page.goto('/book')
  await page.getByRole('button', { name: 'Add Full Blood Count' }).click()
  await page.getByRole('link', { name: 'Show the week as a calendar' }).click()
  await expect(heading(page, 'Select a Date and Time')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Colours of the calendar' })).toContainText('Free')
  await expect(
    page
      .getByRole('region', { name: 'Calendar' })
      .getByText(/^\d+ free$/)
      .first(),
  ).toBeVisible()
  await look(page)
  // Late in the day, the first day with free times has neither morning nor afternoon left.
  const time = page
    .getByRole('group', { name: /Morning|Afternoon|Evening/ })
    .getByRole('radio')
    .last()
  await time.check()
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/book')
  await expect(page.getByText(/is held for you for/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Full Blood Count' })).toBeVisible()
  await page.getByRole('button', { name: 'Give up this time' }).click()
})

test('a signed-in patient gets the booking form of the account', async ({ page, lab }) => {
  await signIn(page, await lab.signUp())
  await page.goto('/book')
  await expect(page).toHaveURL('/patient-dashboard/appointment-page')
})
