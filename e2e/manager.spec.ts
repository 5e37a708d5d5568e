import { messages } from '../contract/messages.ts'
import { expectAccessible, look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, type Page, type Person } from './server.ts'
import { managerOf, open, type Signed } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { book, daysAhead } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

/** A visit of somebody by this name. */
const bookFor = (
  lab: Laboratory,
  by: Signed,
  fullName: string,
  at: readonly [day: string, time: string],
  tests?: readonly string[],
) => book(lab, by, { patient: { fullName, email: 'visitor@home.test' }, at, tests })

type DayAnswer = { visits: { id: string; chair: number; start: string; version: number }[] }
const calendarOf = (lab: Laboratory, by: Signed, day: string) =>
  lab.call<DayAnswer>('GET', `/api/labtest/calendar?day=${day}`, { by })

/** Every chair taken at this time. */
async function fill(lab: Laboratory, by: Signed, at: [string, string]): Promise<void> {
  for (let chair = 1; chair <= 4; chair++) await bookFor(lab, by, `Sits here ${chair}`, at)
}

let manager: Signed
test.beforeAll(async ({ lab }) => {
  manager = await managerOf(lab)
})

test.describe('the list of appointments', () => {
  const day = daysAhead(10)
  test.beforeAll(async ({ lab }) => {
    for (let index = 0; index < 17; index++) {
      const time = `${String(8 + Math.floor(index / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][index % 4]}`
      const testType = index === 3 ? ['Typhidot'] : ['Full Blood Count']
      await bookFor(lab, manager, `Listed ${String(index + 1).padStart(2, '0')}`, [day, time], testType)
    }
  })

  test('turns to its pages by number, and comes back to the page that a visit was opened from', async ({
    page,
  }) => {
    await open(page, `/manager-dashboard/appointments?from=${day}&to=${day}&order=soonest`, manager)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(page.getByText('17 in all, earliest first')).toBeVisible()
    await expect(pages.getByRole('button', { name: /^Page/ })).toHaveText(['1', '2', '3', '4'])
    await pages.getByRole('button', { name: 'Page 4' }).click()
    await expect(page.getByRole('row', { name: /Listed/ })).toHaveCount(2)
    await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
    await pages.getByRole('button', { name: 'Prev' }).click()
    await expect(page.getByText('Page 3 of 4')).toBeVisible()
    await page.getByRole('link', { name: 'Listed 13' }).click()
    await expect(heading(page, 'Appointment')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Page 3 of 4')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Listed 13' })).toBeVisible()
    await look(page)
  })

  test('narrows down by test, state and words, of which the address says only what anyone may read', async ({
    page,
  }) => {
    await open(page, '/manager-dashboard/appointments', manager)
    await page.getByLabel('Test', { exact: true }).selectOption('Typhidot')
    await expect(page.getByRole('row', { name: /Listed/ })).toHaveCount(1)
    await expect(page).toHaveURL(/test=Typhidot/)
    await page.getByLabel('Status').selectOption('Cancelled')
    await expect(page.getByText(messages.lists.noAppointments)).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Search').fill('05 listed')
    await expect(page.getByRole('row', { name: /Listed/ })).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
    // Without the origin: the port is any number.
    expect(page.url().replace(new URL(page.url()).origin, '')).not.toMatch(/05|listed/i)
  })
})

test.describe('one appointment', () => {
  test('shows its whole history, and is cancelled with a reason that is kept', async ({ page, lab }) => {
    const visit = await bookFor(lab, manager, 'Esi History', [daysAhead(11), '09:00'])
    await open(page, `/appointments/${visit.id}`, manager)
    await expect(heading(page, 'Appointment')).toBeVisible()
    await expect(page.getByText(visit.reference)).toBeVisible()
    const noShow = page.getByRole('button', { name: 'Mark as no-show' })
    await expect(noShow).toBeDisabled()
    await expect(noShow).toHaveAccessibleDescription('Its time has not come yet.')
    await look(page)
    await page.getByRole('button', { name: 'Cancel appointment' }).click()
    const dialog = page.getByRole('dialog', { name: messages.booking.confirmDelete })
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/./)
    await dialog.getByLabel('Reason').fill('Has moved to Kumasi')
    await look(page)
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await expect(history).toContainText('“Has moved to Kumasi”')
    await expect(history.getByRole('listitem')).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Cancelled')
    await expect(page.getByRole('link', { name: 'Edit or move' })).toBeHidden()
  })

  test('is edited with a reason, and says what was changed', async ({ page, lab }) => {
    const visit = await bookFor(lab, manager, 'Yaw Edit', [daysAhead(11), '10:00'])
    await open(page, `/appointments/${visit.id}/edit`, manager)
    await page.getByLabel('Age').fill('35')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('alert')).toContainText('Give a reason')
    await page.getByLabel('Reason').fill('Told at the desk')
    await look(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(heading(page, 'Appointment')).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Age: 34')
  })

  test('is typed on after a refusal, which takes the focus once', async ({ page, lab, watch }) => {
    watch.provokes(/ERR_FAILED/)
    const visit = await bookFor(lab, manager, 'Yaw Typed', [daysAhead(12), '10:00'])
    await open(page, `/appointments/${visit.id}/edit`, manager)
    await page.getByLabel('Reason').fill('Told at the desk')
    await page.route('**/api/labtest/update-appointments/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.locator('form [role=alert]')).toBeFocused()
    await page.getByLabel('Age').fill('')
    await page.getByLabel('Age').pressSequentially('35')
    await expect(page.getByLabel('Age')).toHaveValue('35')
    await expect(page.getByLabel('Age')).toBeFocused()
  })

  test('that is not there says so', async ({ page, watch }) => {
    watch.provokes(/404|This appointment was not found/)
    await open(page, '/appointments/00000000-0000-7000-8000-000000000000', manager)
    await expect(page.getByText('Appointment not found')).toBeVisible()
    await look(page)
  })

  test('is for managers: a patient is sent to the log-in page', async ({ page, lab }) => {
    const patient = await lab.signUp()
    const visit = await bookFor(lab, manager, 'Not yours', [daysAhead(11), '11:00'])
    await open(page, `/appointments/${visit.id}`, patient)
    await expect(page.getByRole('alert')).toHaveText(messages.login.adminOnly)
  })
})

/** Fills in the form for somebody without an account; `test` is searched, and the first hit taken. */
async function typeDetails(
  page: Page,
  { fullName, gender, age, test }: { fullName: string; gender: string; age: number; test: string },
): Promise<void> {
  await page.getByLabel('Full Name').fill(fullName)
  await page.getByLabel('Gender').selectOption(gender)
  await page.getByLabel('Age').fill(String(age))
  await page.getByLabel('Phone Number').fill('024 765 4321')
  const tests = page.getByRole('combobox', { name: 'Test Type(s)' })
  await tests.fill(test)
  await tests.press('Enter')
}

test.describe('booking for a patient', () => {
  let patient: Person
  test.beforeAll(async ({ lab }) => {
    patient = await lab.signUp({ fullName: 'Abena Accountholder' })
  })

  test('finds the account, fills in what it knows, and shows in the patient’s own list', async ({
    page,
    lab,
  }) => {
    await open(page, '/manager-dashboard/appointments', manager)
    await page.getByRole('link', { name: 'Book for a patient' }).click()
    await page.getByLabel('Find the patient’s account').fill('abena acc')
    await page.getByRole('button', { name: /Abena Accountholder/ }).click()
    await expect(page.getByLabel('Full Name')).toHaveValue('Abena Accountholder')
    await expect(page.getByLabel('Email')).toHaveValue(patient.email)
    await page.getByLabel('Gender').selectOption('Female')
    await page.getByLabel('Age').fill('41')
    const tests = page.getByRole('combobox', { name: 'Test Type(s)' })
    await tests.fill('covid')
    await tests.press('Enter')
    // Not today, of which the morning may be over.
    await page.getByRole('group', { name: 'Date' }).getByRole('radio').nth(1).check()
    await page.getByRole('radio', { name: '10:15' }).click({ force: true })
    await look(page)
    await page.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(heading(page, 'Appointment')).toBeVisible()
    await expect(page.getByText(`Abena Accountholder, ${patient.email}`)).toBeVisible()
    type Own = { patientDetails: { fullName: string } }[]
    const own = await lab.call<Own>('GET', '/api/labtest/appointments', { by: patient })
    expect(own.map((visit) => visit.patientDetails.fullName)).toEqual(['Abena Accountholder'])
  })

  test('links the visit to the record of somebody who was here before, by their person number', async ({
    page,
    lab,
    watch,
  }) => {
    watch.provokes(/400 \(Bad Request\).*labtest\/book/)
    const before = await bookFor(lab, manager, 'Efua Before', [daysAhead(11), '12:00'])
    const { personNumber } = await lab.call<{ personNumber: string }>(
      'GET',
      `/api/labtest/appointment/${before.id}/history`,
      { by: manager },
    )
    await open(page, '/manager-dashboard/appointments/book', manager)
    const finder = page.getByLabel('Been here before?')
    await finder.fill(personNumber.replace(/.$/, (digit) => String((Number(digit) + 1) % 10)))
    await expect(page.getByText('Nobody found.')).toBeVisible()
    await finder.fill(personNumber)
    const hit = page.getByRole('list', { name: 'Found' }).getByRole('button')
    await expect(hit).toContainText('Found by the person number')
    await look(page)
    await hit.click()
    await expect(page.getByLabel('Full Name')).toHaveValue('Efua Before')
    await typeDetails(page, { fullName: 'Efua Married', gender: 'Female', age: 74, test: 'covid' })
    await page.getByRole('group', { name: 'Date' }).getByRole('radio').nth(1).check()
    await page.getByRole('radio', { name: '11:15' }).click({ force: true })
    await page.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(page.getByLabel('Person number')).toHaveAccessibleDescription(
      /The person of this number has another sex or age/,
    )
    await look(page)
    await page.getByLabel('Age').fill('34')
    await page.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(heading(page, 'Appointment')).toBeVisible()
    await expect(page.getByText(personNumber)).toBeVisible()
  })

  test('overbooks where every chair is taken, with a reason', async ({ page, lab }) => {
    const day = daysAhead(12)
    await fill(lab, manager, [day, '09:00'])
    await open(page, '/manager-dashboard/appointments/book', manager)
    await typeDetails(page, { fullName: 'Kojo Squeezed', gender: 'Male', age: 7, test: 'full' })
    await page.getByLabel('Overbook where every chair is taken').check()
    await page.getByLabel('Date', { exact: true }).fill(day)
    await page.getByLabel('Time', { exact: true }).fill('09:00')
    await page.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(page.getByRole('alert')).toContainText('Give a reason')
    await page.getByLabel('Reason').fill('Sent over by the ward')
    await look(page)
    await page.getByRole('button', { name: 'Submit Appointment' }).click()
    await expect(page.getByText('Extra 1')).toBeVisible()
    await expect(page.getByRole('region', { name: 'History' })).toContainText('“Sent over by the ward”')
  })
})

test.describe('the calendar', () => {
  const visitButton = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) })

  test('moves a visit by keys alone, and says each step', async ({ page, lab }) => {
    const day = daysAhead(13)
    const { id } = await bookFor(lab, manager, 'Kwame Keys', [day, '09:00'])
    const before = (await calendarOf(lab, manager, day)).visits.find((visit) => visit.id === id)
    await open(page, `/manager-dashboard/calendar?day=${day}`, manager)
    const visit = visitButton(page, 'Kwame Keys')
    await visit.focus()
    await visit.press('m')
    const said = page.getByText(/^Kwame Keys to/)
    await expect(said).toContainText('where it is now')
    for (const key of ['ArrowDown', 'ArrowDown', before?.chair === 4 ? 'ArrowLeft' : 'ArrowRight']) {
      await visit.press(key)
    }
    await expect(said).toContainText('09:30')
    await expect(said).toContainText('free')
    await look(page)
    await visit.press('Escape')
    await expect(page.getByText('Not moved.')).toBeAttached()
    await visit.press('m')
    await visit.press('ArrowDown')
    await visit.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move Kwame Keys' })
    await expect(dialog.getByLabel('Time')).toBeFocused()
    await expect(dialog.getByLabel('Time')).toHaveValue('09:15')
    await look(page)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Give a reason')
    await dialog.getByLabel('Reason').fill('Requested by the patient')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(visitButton(page, '09:15 ?–09:30 Kwame Keys')).toBeFocused()
    const after = (await calendarOf(lab, manager, day)).visits.find((one) => one.id === id)
    expect(after).toMatchObject({ start: `${day}T09:15:00.000Z`, chair: before?.chair })
  })

  test('moves a visit by dragging, shows at once what is in the way, and offers what is free', async ({
    page,
    lab,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const day = daysAhead(14)
    await bookFor(lab, manager, 'Dora Dragged', [day, '09:00'])
    await fill(lab, manager, [day, '10:00'])
    await open(page, `/manager-dashboard/calendar?day=${day}`, manager)
    const visit = visitButton(page, 'Dora Dragged')
    const from = await visit.boundingBox()
    const onto = await visitButton(page, 'Sits here 1').boundingBox()
    if (!from || !onto) throw new Error('The visits are not on the screen')
    await page.mouse.move(from.x + 20, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(onto.x + 20, onto.y + 5, { steps: 8 })
    await expect(page.getByText(/Taken by Sits here/)).toBeVisible()
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: 'Move Dora Dragged' })
    await expect(dialog.getByRole('alert')).toContainText('Taken by Sits here 1')
    const places = dialog.getByRole('alert').getByRole('button')
    await expect(places).toHaveCount(3)
    await look(page)
    await places.filter({ hasText: '10:15' }).click()
    await expect(dialog.getByRole('alert')).toBeHidden()
    await dialog.getByLabel('Reason').fill('The chair cannot be used')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(visitButton(page, '10:15 ?–10:30 Dora Dragged')).toBeVisible()
  })

  test('shows what others do meanwhile, and what the server says when they were faster', async ({
    page,
    lab,
  }) => {
    const day = daysAhead(15)
    const { id, version } = await bookFor(lab, manager, 'Mina Moved', [day, '09:00'])
    await open(page, `/manager-dashboard/calendar?day=${day}`, manager)
    await visitButton(page, 'Mina Moved').click()
    await page.getByRole('button', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move Mina Moved' })
    await lab.call('PUT', `/api/labtest/appointment/${id}/reschedule`, {
      by: manager,
      body: { start: `${day}T11:00:00Z`, reason: 'Somebody else', version },
    })
    await expect(dialog.getByText(/^Now .* 11:00/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(visitButton(page, '11:00 ?–11:15 Mina Moved')).toBeVisible()
    await expect(page.getByText(/Mina Moved is now at 11:00/)).toBeVisible()
  })

  test('is a list for each chair on a phone, from which a visit is moved as well', async ({ page, lab }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const day = daysAhead(16)
    await bookFor(lab, manager, 'Pia Phone', [day, '09:00'])
    await open(page, `/manager-dashboard/calendar?day=${day}`, manager)
    await visitButton(page, 'Pia Phone').click()
    await page.getByRole('dialog', { name: 'Pia Phone' }).getByRole('button', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move Pia Phone' })
    await dialog.getByLabel('Date').fill(daysAhead(17))
    await dialog.getByLabel('Chair').selectOption('Chair 3')
    await dialog.getByLabel('Reason').fill('Requested by the patient')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(visitButton(page, 'Pia Phone')).toBeHidden()
    await page.getByRole('button', { name: 'Next day' }).click()
    await expect(visitButton(page, 'Pia Phone')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Chair 3' })).toContainText('Pia Phone')
  })

  test('says what is wrong when the day cannot be had, and of a day on which nobody is there', async ({
    page,
    watch,
    lab,
  }) => {
    watch.provokes(/500/)
    await page.route('**/api/labtest/calendar*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke on our side.' } }),
    )
    await open(page, '/manager-dashboard/calendar', manager)
    await expect(page.getByRole('alert')).toContainText(messages.lists.appointmentsFailure)
    await look(page)
    await page.unrouteAll()
    await lab.sql('delete from site_hours where weekday = extract(dow from $1::date)', [daysAhead(40)])
    await page.goto(`/manager-dashboard/calendar?day=${daysAhead(40)}`)
    await expect(page.getByText('Closed on this day')).toBeVisible()
    await look(page)
    await lab.sql(
      `insert into site_hours (site_id, weekday, opens_minute, closes_minute)
       select id, extract(dow from $1::date)::int, 420, 1140 from site`,
      [daysAhead(40)],
    )
  })
})
