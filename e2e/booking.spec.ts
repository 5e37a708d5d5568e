import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import type { Appointment, Availability } from '../contract/booking.ts'
import { messages } from '../contract/messages.ts'
import { testTypes } from '../contract/options.ts'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { codeIn, expect, type Page, type Person, test } from './server.ts'
import type { Laboratory } from './start-laboratory.ts'

test.beforeAll(({ lab }) => lab.renew())

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Appointment' })
const time = (page: Page, text: string) => page.getByRole('radio', { name: text, exact: true })

/** Opens a screen as somebody with a session. */
async function open(page: Page, path: string, { token }: { token: string }): Promise<void> {
  await page.addInitScript((text) => {
    if (!sessionStorage.getItem('arrived')) localStorage.setItem('token', text)
    sessionStorage.setItem('arrived', 'yes')
  }, token)
  await page.goto(path)
}

/** A day that is so many days ahead, with its free starts; each test has one of its own. */
async function dayAhead(lab: Laboratory, ahead: number) {
  const { days } = await lab.call<Availability>('GET', '/api/availability')
  const found = days[ahead]
  if (!found) throw new Error(`No day is ${ahead} days ahead`)
  const said = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
  const name = said.format(new Date(`${found.day}T00:00:00Z`)).replaceAll(',', '')
  const at = (text: string) => found.starts.find((start) => start.time === text)?.at ?? ''
  return { day: found.day, name, at, radio: (page: Page) => page.getByRole('radio', { name }) }
}

/** Takes some of the four chairs for half an hour. */
async function takeChairs(lab: Laboratory, at: string, count: number): Promise<void> {
  const by = await lab.signUp()
  const end = new Date(Date.parse(at) + 30 * 60_000).toISOString()
  for (let chair = 0; chair < count; chair++)
    await lab.call('POST', '/api/book', { by, body: { start: at, end } })
}

async function bookVisit(lab: Laboratory, by: Person, visit: { day: string; time: string; name?: string }) {
  const body = {
    patientDetails: { fullName: visit.name ?? by.fullName, age: 34, gender: 'female', email: by.email },
    testType: ['Full Blood Count'],
    scheduledDate: visit.day,
    scheduleTime: visit.time,
  }
  const { appointment } = await lab.call<{ appointment: { id: string; reference: string } }>(
    'POST',
    '/api/labtest/book',
    { by, body },
  )
  return { ...appointment, body }
}

const visitsOf = (lab: Laboratory, by: Person) =>
  lab.call<Pick<Appointment, 'scheduledDate' | 'scheduleTime' | 'patientDetails' | 'status' | 'version'>[]>(
    'GET',
    '/api/labtest/appointments',
    { by },
  )

/** Opens the list of all days and times. */
const allTimes = (page: Page) => page.getByRole('button', { name: 'All days and times' }).click()

async function chooseTest(page: Page, search: string, name: string): Promise<void> {
  await page.getByLabel('Test Type').fill(search)
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
}

/** Fills in the booking form completely, for 12:30 on the day `days` ahead. */
async function fillForm(page: Page, lab: Laboratory, person: Person, days: number): Promise<void> {
  const { radio } = await dayAhead(lab, days)
  await open(page, '/patient-dashboard/appointment-page', person)
  await chooseTest(page, 'grouping', 'Blood Grouping')
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Age').fill('38')
  await allTimes(page)
  await radio(page).check()
  await time(page, '12:30').check()
}

test('a newcomer signs up, books, sees, changes and deletes a visit', async ({ page, lab }) => {
  const email = 'adwoa@home.test'
  const password = 'seven-green-tubes'
  const { name, radio, day } = await dayAhead(lab, 3)
  await page.goto('/sign-up')
  await page.getByLabel('Full name').fill('Adwoa Nyarko')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('I agree to the terms of use').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(heading(page, 'Verify OTP')).toBeVisible()
  await page.getByLabel('One-time code').fill(codeIn(await lab.mailTo(email)))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(heading(page, 'Welcome Back')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()

  await expect(heading(page, 'Welcome, Adwoa Nyarko')).toBeVisible()
  await expect(page.getByText('No tests are scheduled.')).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'Need a test? Book Now!' }).click()
  await expect(heading(page, 'Book a Lab Appointment')).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('Adwoa Nyarko')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Priority')).toHaveValue('low')

  await page.getByLabel('Test Type').click()
  const packages = ['Antenatal', 'Check-up', 'Malaria', 'Pre-employment'].map((name) => ({
    label: `${name} Package`,
  }))
  const labels = [...testTypes, ...packages].map(
    ({ label }) => new RegExp(`^${label.replace(/[()./&]/g, '\\$&')}`),
  )
  await expect(page.getByRole('listbox', { name: 'Choices' }).getByRole('option')).toHaveText(labels)
  await chooseTest(page, 'sugar', 'Blood Sugar')
  await chooseTest(page, 'count', 'Full Blood Count')
  await expect(page.getByText('The visit takes about 15 minutes.')).toBeVisible()
  await expect(page.getByText('Eat nothing for 8 to 12 hours before the test.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Date and Time' })
  await expect(first).toContainText('Your tests need fasting, so morning times are shown first.')
  await expect(first).toContainText(/do not eat after \d\d:\d\d/)
  for (const label of await first.getByRole('radio').all())
    await expect(label).toHaveAccessibleName(/ (0\d|1[01]):\d\d$/)
  await page.getByLabel('Gender').selectOption({ label: 'Female' })
  await page.getByLabel('Date of birth').fill(`01/01/${Number(day.slice(0, 4)) - 29}`)
  await expect(page.getByLabel('Age')).toHaveValue('29')
  await expect(page.getByLabel('Age')).toBeDisabled()
  await page.getByLabel('Phone Number').fill('+233 24 555 0101')
  await allTimes(page)
  await expect(page.getByText('easiest in the morning')).toBeVisible()
  await radio(page).check()
  await time(page, '08:30').check()
  await expect(page.getByText('Do not eat after 22:30 the evening before.')).toBeVisible()
  await look(page)
  await submit(page).click()

  await expect(page).toHaveURL('/patient-dashboard')
  await expect(page.getByText(messages.booking.success)).toBeVisible()
  const confirmed = page.getByRole('region', { name: 'Your appointment is booked' })
  await expect(confirmed).toContainText('08:30')
  await expect(confirmed).toContainText('Eat nothing for 8 to 12 hours')
  const [visit] = await lab.call<{ reference: string; id: string }[]>('GET', '/api/labtest/appointments', {
    by: { token: (await page.evaluate(() => localStorage.getItem('token'))) ?? '' },
  })
  const { reference = '', id = '' } = visit ?? {}
  await expect(confirmed.getByRole('img', { name: `QR code of the reference ${reference}` })).toBeVisible()
  await expect(page.getByText('After your visit your results will be ready soon.')).toBeVisible()
  await look(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    confirmed.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toContain('BEGIN:VCALENDAR')
  expect((await lab.mailTo(email, 1)).text).toContain(reference)

  await page.getByRole('link', { name: 'Appointment', exact: true }).click()
  await expect(heading(page, 'Appointments')).toBeVisible()
  const row = page.getByRole('row', { name: /Adwoa Nyarko/ })
  for (const text of [email, 'female', '+233 24 555 0101', '29', '08:30', 'Full Blood Count, Blood Sugar']) {
    await expect(row).toContainText(text)
  }
  await look(page)
  await row.getByRole('link', { name: /^View/ }).click()
  await expect(page).toHaveURL(`/patient-dashboard/view-appointment?id=${id}`)
  await expect(page.getByText(name)).toBeVisible()
  await expect(page.getByText('Full Blood Count, Blood Sugar')).toBeVisible()
  await expect(page.getByText(reference, { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Edit Appointment' }).click()
  await expect(heading(page, 'Edit Appointment')).toBeVisible()
  await expect(time(page, '08:30')).toBeChecked()
  await page.getByLabel('Age').fill('30')
  await page.getByRole('button', { name: 'Remove Blood Sugar' }).click()
  await time(page, '10:15').check()
  await look(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL('/patient-dashboard/appointments')
  await expect(page.getByText(messages.booking.updated)).toBeVisible()
  await expect(row).toContainText('10:15')
  await expect(row).toContainText('30')
  await expect(row).not.toContainText('Blood Sugar')

  await row.getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: 'Delete Appointment' }).click()
  const question = page.getByRole('alertdialog', { name: messages.booking.confirmDelete })
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await look(page)
  await question.getByRole('button', { name: 'Delete Appointment' }).click()
  await expect(page).toHaveURL('/patient-dashboard/appointments')
  await expect(page.getByText(messages.booking.deleted)).toBeVisible()
  await expect(row).toContainText('Cancelled')
  await expect(row.getByRole('link', { name: /^View/ })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await page.goto(`/patient-dashboard/edit-appointment?id=${id}`)
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await expect(page.getByText('can no longer be changed').first()).toBeVisible()
  await look(page)
  const free = await lab.call<Availability>('GET', `/api/availability?from=${day}&to=${day}`)
  expect(free.days[0]?.starts.map((start) => start.time)).toContain('10:15')
})

test('who comes too late for the last chair is told, offered three times and books one', async ({
  page,
  openPage,
  lab,
}) => {
  const { radio, at } = await dayAhead(lab, 4)
  await takeChairs(lab, at('11:00'), 3)
  const [first, second] = [await lab.signUp(), await lab.signUp()]
  const other = await openPage()
  const screens: [Page, Person][] = [
    [page, first],
    [other, second],
  ]
  for (const [screen, person] of screens) {
    await open(screen, '/patient-dashboard/appointment-page', person)
    await chooseTest(screen, 'film', 'Blood Film for Malaria Parasites')
    await screen.getByLabel('Gender').selectOption('male')
    await screen.getByLabel('Age').fill('51')
    await allTimes(screen)
    await radio(screen).check()
    await time(screen, '11:00').check()
  }
  await submit(page).click()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()

  await submit(other).click()
  const told = other.getByRole('alert')
  await expect(told).toContainText(messages.calendar.conflict)
  await expect(told).toBeFocused()
  await expect(told.getByRole('button')).toHaveCount(3)
  await expect(other.getByLabel('Age')).toHaveValue('51')
  await expect(other.getByRole('button', { name: 'Remove Blood Film for Malaria Parasites' })).toBeVisible()
  await expect(time(other, '11:00')).toBeHidden()
  await look(other)
  await told.getByRole('button', { name: '10:45' }).click()
  await expect(submit(other)).toBeFocused()
  await expect(time(other, '10:45')).toBeChecked()
  await other.keyboard.press('Enter')
  await expect(other.getByText('Your appointment is booked')).toBeVisible()
  expect((await visitsOf(lab, second)).map((visit) => visit.scheduledDate)).toEqual([at('10:45')])
})

test('a visit is booked with the keyboard alone', async ({ page, lab }) => {
  const person = await lab.signUp()
  const { name } = await dayAhead(lab, 5)
  /** Presses Tab until the control has the focus, as one does without a pointer. */
  const tabTo = async (control: Locator) => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await control.and(page.locator(':focus')).count()) > 0) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not reach ${control}`)
  }
  await open(page, '/patient-dashboard', person)
  await expect(heading(page, 'Welcome')).toBeVisible()
  await tabTo(page.getByRole('link', { name: 'Need a test? Book Now!' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Book a Lab Appointment')).toBeFocused()

  await tabTo(page.getByLabel('Test Type'))
  await page.keyboard.type('sick')
  const choices = page.getByRole('listbox', { name: 'Choices' })
  await expect(choices.getByRole('option')).toHaveText(/^Sickle Cell/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(choices).toBeHidden()
  await expect(page.getByText('Tell us if you had a blood transfusion')).toBeVisible()

  await tabTo(page.getByRole('button', { name: 'All days and times' }))
  await page.keyboard.press('Enter')
  const days = page.getByRole('group', { name: 'Date' })
  await tabTo(days.getByRole('radio', { checked: true }))
  for (let presses = 0; presses < 7 && !(await days.getByLabel(name).isChecked()); presses++) {
    await page.keyboard.press('ArrowRight')
  }
  await expect(days.getByLabel(name)).toBeChecked()
  await tabTo(page.getByRole('group', { name: 'Morning' }).getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(time(page, '07:15')).toBeChecked()
  await tabTo(page.getByRole('radio', { name: 'Me' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Somebody new' })).toBeFocused()
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await tabTo(page.getByLabel('Who is this person to you?'))
  await page.keyboard.type('My child')
  await tabTo(page.getByLabel('Full Name'))
  await page.keyboard.type('Kojo Mensah')
  await tabTo(page.getByLabel('Gender'))
  await page.keyboard.type('Male')
  await tabTo(page.getByLabel('Age'))
  await page.keyboard.type('6')
  await tabTo(submit(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
  await expect(page.getByText('Sickle Cell for Kojo Mensah')).toBeVisible()
})

test('a held time goes along through logging in', async ({ page, lab }) => {
  const person = await lab.signUp()
  const { radio, at, day } = await dayAhead(lab, 6)
  await takeChairs(lab, at('09:00'), 3)
  await page.goto('/select-date')
  await expect(heading(page, 'Select a Date and Time')).toBeVisible()
  await look(page)
  await radio(page).check()
  await time(page, '09:00').check()
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('alertdialog', { name: messages.calendar.success })
  await expect(alert.getByRole('button', { name: 'Continue' })).toBeFocused()
  await look(page)
  // The last chair is kept: nobody else can have this time.
  const late = lab.call('POST', '/api/book', {
    body: { start: at('09:00'), end: new Date(Date.parse(at('09:00')) + 900_000).toISOString() },
  })
  await expect(late).rejects.toThrow('409')

  await alert.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/09:00 is held for you for \d+:\d\d min/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await expect(heading(page, 'Welcome Back')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(heading(page, 'Book a Lab Appointment')).toBeVisible()
  await expect(page.getByText(/09:00 is held for you for \d+:\d\d min/)).toBeVisible()
  await expect(time(page, '09:00')).toBeChecked()
  await look(page)
  await chooseTest(page, 'hepatitis', 'Hepatitis B')
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Age').fill('44')
  await expect(time(page, '09:00')).toBeChecked()
  await submit(page).click()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
  expect((await visitsOf(lab, person)).map((visit) => visit.scheduledDate)).toEqual([`${day}T09:00:00.000Z`])
})

test('a visitor whose network holds three times is asked to log in for a fourth', async ({ page, lab }) => {
  const { radio, at } = await dayAhead(lab, 8)
  const held: string[] = []
  for (let status = 201; status === 201; ) {
    const response = await page.request.post('/api/book', {
      data: { start: at('08:00'), end: at('08:15') },
    })
    status = response.status()
    if (status === 201) held.push((await response.json()).token)
  }
  await page.goto('/select-date')
  await radio(page).check()
  await time(page, '10:00').check()
  await page.getByRole('button', { name: 'Submit' }).click()
  const alert = page.getByRole('alertdialog', { name: messages.calendar.failure })
  await expect(alert).toContainText(messages.calendar.tooManyHeld)
  await look(page)
  await alert.getByRole('button', { name: 'Log in' }).click()
  await expect(heading(page, 'Welcome Back')).toBeVisible()
  for (const token of held) await lab.call('POST', '/api/book/release', { body: { token } })
})

test('the calendar refuses a time that no chair is free in', async ({ page, lab }) => {
  const { name, at } = await dayAhead(lab, 7)
  await takeChairs(lab, at('08:00'), 4)
  await page.goto('/select-date')
  await page.getByRole('radio', { name }).check()
  await page.getByRole('radio', { name: 'Day', exact: true }).check()
  const booked = page.getByText(messages.calendar.bookedTitle, { exact: true })
  await booked.click()
  const alert = page.getByRole('alertdialog', { name: messages.calendar.conflict })
  await expect(alert).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled()
  await expect(time(page, '08:00')).toBeHidden()
})

test('an answer that was lost on the way does not book twice', async ({ page, lab }) => {
  const person = await lab.signUp()
  await fillForm(page, lab, person, 8)
  await page.route('**/api/labtest/book', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeFocused()
  await expect(page.getByText(messages.booking.failure).first()).toBeVisible()
  await look(page)
  await page.unroute('**/api/labtest/book')
  await submit(page).dblclick()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
  expect(await visitsOf(lab, person)).toHaveLength(1)
})

/** Replaces the first `lost` answers by `outcome_unknown`; the server makes each change. Returns a counter of the calls. */
async function loseOutcome(page: Page, address: string, lost: number): Promise<() => number> {
  let asked = 0
  await page.route(address, async (route) => {
    const response = await route.fetch()
    expect(response.ok(), await response.text()).toBe(true)
    if (++asked > lost) return route.fulfill({ response })
    const json = { code: 'outcome_unknown', message: messages.outcomeUnknown }
    return route.fulfill({ status: 503, headers: { 'retry-after': '0' }, json })
  })
  return () => asked
}

test('a change with an unknown outcome is repeated until the outcome is known', async ({ page, lab }) => {
  const person = await lab.signUp()
  const { day } = await dayAhead(lab, 9)
  const { id } = await bookVisit(lab, person, { day, time: '12:30' })
  await open(page, `/patient-dashboard/edit-appointment?id=${id}`, person)
  const changes = await loseOutcome(page, '**/api/labtest/update-appointments/*', 2)
  await time(page, '13:15').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(messages.booking.updated)).toBeVisible()
  expect(changes()).toBe(3)
  expect(await visitsOf(lab, person)).toMatchObject([{ scheduleTime: '13:15', version: 2 }])

  await page.getByRole('link', { name: /^Edit/ }).click()
  const cancellations = await loseOutcome(page, '**/api/labtest/appointment/*/cancel', 1)
  await page.getByRole('button', { name: 'Delete Appointment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Appointment' }).click()
  await expect(page.getByText(messages.booking.deleted)).toBeVisible()
  expect(cancellations()).toBe(2)
  expect(await visitsOf(lab, person)).toMatchObject([{ status: 'cancelled', version: 3 }])
})

test('a booking with an unknown outcome is not shown as failed, and is made once', async ({ page, lab }) => {
  const person = await lab.signUp()
  await fillForm(page, lab, person, 10)
  const bookings = await loseOutcome(page, '**/api/labtest/book', 10)
  await submit(page).click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: messages.outcomeUnknown }),
  ).toBeFocused()
  await expect(page.getByText(messages.booking.failure)).toHaveCount(0)
  expect(bookings()).toBe(10)
  await look(page)
  await submit(page).click()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
  expect(await visitsOf(lab, person)).toHaveLength(1)
})

test('what the server refuses stands at its field, and a lost session keeps what was typed', async ({
  page,
  lab,
}) => {
  const person = await lab.signUp()
  const { radio } = await dayAhead(lab, 9)
  await open(page, '/patient-dashboard/appointment-page', person)
  await submit(page).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByRole('alert').getByRole('link', { name: 'Choose at least one test' }).click()
  await expect(page.getByLabel('Test Type')).toBeFocused()
  await chooseTest(page, 'urine', 'Urine R/E')
  await page.getByLabel('Email').fill('')
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Age').fill('38')
  await allTimes(page)
  await radio(page).check()
  await time(page, '13:45').check()
  await submit(page).click()
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    /so that the laboratory can reach/,
  )

  await page.getByLabel('Phone Number').fill('+233 24 555 0102')
  // While the request is on its way: the bell would notice before anybody could press. The route stays: a request that is
  // held while the last route goes, by `times` as well, is sometimes never answered.
  let isLost = false
  await page.route('**/api/labtest/book', async (route) => {
    if (!isLost) {
      isLost = true
      await lab.sql('delete from session where account_id = (select id from account where email = $1)', [
        person.email,
      ])
      // The server learns of it a moment later; until then it would still book.
      const isOver = () =>
        lab.call('GET', '/api/auth/profile', { by: person }).then(
          () => false,
          () => true,
        )
      await expect.poll(isOver).toBe(true)
    }
    await route.continue()
  })
  await submit(page).click()
  await expect(heading(page, 'Welcome Back')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByText('What you typed before is still here.')).toBeVisible()
  await expect(page.getByLabel('Age')).toHaveValue('38')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Remove Urine R/E' })).toBeVisible()
  await expect(time(page, '13:45')).toBeChecked()
  await look(page)
  await submit(page).click()
  await expect(page.getByText('Your appointment is booked')).toBeVisible()
})

test('a change made elsewhere is shown before it is written over', async ({ page, lab }) => {
  const person = await lab.signUp()
  const { day } = await dayAhead(lab, 10)
  const visit = await bookVisit(lab, person, { day, time: '14:00' })
  await open(page, `/patient-dashboard/edit-appointment?id=${visit.id}`, person)
  await page.getByLabel('Full Name').fill('Somebody Else')
  await lab.call('PUT', `/api/labtest/update-appointments/${visit.id}`, {
    by: person,
    body: { ...visit.body, scheduleTime: '15:00' },
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const told = page.getByRole('alert').filter({ hasText: 'changed in the meantime' })
  await expect(told).toBeFocused()
  await expect(told).toContainText('15:00')
  await expect(page.getByLabel('Full Name')).toHaveValue('Somebody Else')
  await look(page)
  await told.getByRole('button', { name: 'Continue with what I typed' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(messages.booking.updated)).toBeVisible()
  const [after] = await visitsOf(lab, person)
  expect(after?.patientDetails.fullName).toBe('Somebody Else')
})

test('an appointment that is slow, missing or unknown says so', async ({ page, lab }) => {
  const person = await lab.signUp()
  const { day } = await dayAhead(lab, 11)
  const visit = await bookVisit(lab, person, { day, time: '14:00' })
  const address = '**/api/labtest/appointment/*'
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  // Longer than the area waits before it says that it loads.
  await page.route('**/api/auth/profile', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await route.continue()
  })
  await open(page, `/patient-dashboard/view-appointment?id=${visit.id}`, person)
  await expect(page.getByText(messages.loading.appointment)).toBeVisible()
  await look(page)
  release()
  await expect(page.getByText(visit.reference, { exact: true })).toBeVisible()

  await page.unroute('**/api/auth/profile')
  await page.unroute(address)
  await page.route(address, (route) => route.abort())
  await page.reload()
  await expect(heading(page, messages.booking.loadFailure)).toBeVisible()
  await look(page)
  await page.unroute(address)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(visit.reference, { exact: true })).toBeVisible()

  await page.goto('/patient-dashboard/view-appointment?id=no-id-at-all')
  await expect(heading(page, 'Appointment not found')).toBeVisible()
  await look(page)
})

test('names of any length and script look right, and the list goes on', async ({ page, lab }) => {
  const person = await lab.signUp({ fullName: 'Nana '.repeat(40).trim() })
  const { day } = await dayAhead(lab, 12)
  const names = ['محمد عبد الرحمن الأنصاري', 'K'.repeat(200), 'Ọlájùmọ̀kẹ́ Adéwálé']
  for (let visit = 0; visit < 23; visit++) {
    const minutes = 7 * 60 + visit * 15
    const at = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    await bookVisit(lab, person, { day, time: at, name: names[visit % 3] ?? '' })
  }
  await open(page, '/patient-dashboard', person)
  await expect(page.getByText('You have several upcoming appointments.')).toBeVisible()
  await look(page)
  await page.goto('/patient-dashboard/appointments')
  await expect(page.getByRole('row')).toHaveCount(1 + 20)
  await look(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('row')).toHaveCount(1 + 23)
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
})

test('the error of a field disappears when it is corrected, and the summary with the last one', async ({
  page,
  lab,
}) => {
  const person = await lab.signUp()
  await open(page, '/patient-dashboard/appointment-page', person)
  await page.getByLabel('Age').fill('')
  await submit(page).click()
  const told = page.getByRole('alert').filter({ hasText: 'Please check these fields' })
  await expect(told).toBeFocused()
  const invalid = page.locator('[aria-invalid="true"]')
  const [age, gender, tests] = [
    page.getByLabel('Age'),
    page.getByLabel('Gender'),
    page.getByLabel('Test Type'),
  ]
  for (const field of [age, gender, tests]) await expect(field).toHaveAttribute('aria-invalid', 'true')

  await age.fill('34')
  await expect(age).not.toHaveAttribute('aria-invalid')
  await expect(told).not.toContainText('Age')
  await gender.selectOption('female')
  await expect(gender).not.toHaveAttribute('aria-invalid')
  await expect(told).toBeVisible()
  // With the pointer only: nothing is typed into the field.
  await tests.click()
  await page.getByRole('option', { name: /^Full Blood Count/ }).click()
  await expect(tests).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Escape')
  const times = page.getByRole('group', { name: 'Date and Time' })
  await times.getByRole('radio').first().check()
  await expect(told).toBeHidden()
  await expect(invalid).toHaveCount(0)
})
