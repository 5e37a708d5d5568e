import type { Locator } from '@playwright/test'
import { messages } from '../contract/messages.ts'
import { look } from './accessible.ts'
import { expect, type Page } from './server.ts'
import { managerOf, type Signed, staySignedIn } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { book, daysAhead } from './visits.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

let manager: Signed
test.beforeAll(async ({ lab }) => {
  manager = await managerOf(lab)
})

async function open(page: Page, part: string): Promise<void> {
  await staySignedIn(page, manager)
  await page.goto(`/manager-dashboard/settings${part}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

async function bookFor(lab: Laboratory, fullName: string, at: [string, string], change: object = {}) {
  const email = `${fullName.split(' ')[0]?.toLowerCase()}@home.test`
  return (await book(lab, manager, { patient: { fullName, email, ...change }, at })).id
}
const startOf = async (lab: Laboratory, id: string) =>
  (await lab.call<{ scheduledDate: string }>('GET', `/api/labtest/appointment/${id}`, { by: manager }))
    .scheduledDate

const saved = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

test('the laboratory’s name is changed, and everybody reads the new one', async ({ page, watch }) => {
  watch.provokes(/status of 400/)
  await open(page, '')
  const card = page.getByRole('region', { name: 'The laboratory' })
  const name = card.getByLabel('Name', { exact: true })
  await name.fill('Korle Bu Laboratory')
  await page.getByLabel('Phone Number').fill('12')
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a phone number')
  await look(page)
  await page.getByLabel('Phone Number').fill('+233 30 222 3333')
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await saved(page, 'details are saved')
  await expect(page.getByText('Korle Bu Laboratory')).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Korle Bu Laboratory')
})

test('weeks begin on the day that the laboratory chooses', async ({ page }) => {
  await open(page, '')
  const card = page.getByRole('region', { name: 'The laboratory' })
  await card.getByLabel('First day of the week').selectOption('Sunday')
  await card.getByRole('button', { name: 'Save Changes' }).click()
  await saved(page, 'details are saved')
  await page.goto('/manager-dashboard/settings/sites')
  await expect(page.getByRole('button', { name: /^Add hours on/ }).first()).toHaveAccessibleName(
    'Add hours on Sunday',
  )
  await page.goto('/manager-dashboard/technicians/shifts')
  await expect(page.getByText(/^The week from Sunday .* to Saturday/)).toBeVisible()
})

test('a manager confirms that a speaker has checked the texts in Twi, and the mark goes', async ({
  page,
}) => {
  await open(page, '')
  const language = page.getByLabel('Message language')
  await expect(language).toContainText('Twi (to be checked by a speaker)')
  await page.getByRole('button', { name: 'Confirm the texts in Twi' }).click()
  await look(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  await saved(page, 'The texts in Twi are confirmed.')
  await expect(page.getByText(/A speaker has checked them\. Confirmed by .*, today/)).toBeVisible()
  await expect(language).not.toContainText('to be checked')
  await page.goto('/manager-dashboard/settings/messages')
  await expect(page.getByLabel('Language', { exact: true })).toContainText('Twi')
  await expect(page.getByLabel('Language', { exact: true })).not.toContainText('to be checked')
})

test('of two managers who save at once, one is told and sees what the other saved', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/status of 409/)
  await open(page, '/booking')
  await page.getByLabel('Days ahead').fill('90')
  type Rules = { booking: { version: string; horizonDays: number } }
  const { booking } = await lab.call<Rules>('GET', '/api/settings', { by: manager })
  await lab.call('PUT', '/api/settings/booking', { by: manager, body: { ...booking, horizonDays: 60 } })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else changed this meanwhile')
  await expect(page.getByLabel('Days ahead')).toHaveValue('90')
  await look(page)
  await expect(page.getByRole('alert')).toContainText('Days ahead: 60')
  await page.getByRole('button', { name: 'Show it as it is now' }).click()
  await expect(page.getByLabel('Days ahead')).toHaveValue('60')
  await page.getByLabel('Days ahead').fill('120')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await saved(page, 'The rules of booking are saved')
})

test('the logo is a picture, and a file that is none is refused', async ({ page, watch }) => {
  watch.provokes(/status of 415/)
  await open(page, '')
  const file = page.getByLabel('Logo file')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('no PDF, PNG or JPEG')
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await expect(page.getByAltText('The logo of the laboratory')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('There is none yet.')).toBeVisible()
})

test('hours are set with a break, and wrong ones are named at their place', async ({ page, lab, watch }) => {
  watch.provokes(/status of 400/)
  await open(page, '/sites')
  await page.getByLabel('Monday closes').fill('12:00')
  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await page.getByLabel('Monday opens').last().fill('11:00')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByRole('alert')).toContainText('These hours overlap others of the same day')
  await look(page)
  await page.getByLabel('Monday opens').last().fill('13:00')
  await page.getByRole('button', { name: 'Remove these hours on Sunday' }).click()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await saved(page, 'The opening hours are saved')
  await page.reload()
  await expect(page.getByLabel('Monday closes')).toHaveCount(2)
  await expect(page.getByRole('listitem').filter({ hasText: 'Sunday' })).toContainText('Closed')
  await lab.sql('delete from site_hours')
  await lab.sql(
    `insert into site_hours (site_id, weekday, opens_minute, closes_minute)
     select id, weekday, 420, 1140 from site, generate_series(0, 6) weekday`,
  )
})

test('a chair is added, renamed, and taken out of use only when nobody is booked on it', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/status of (400|409)/)
  const day = daysAhead(8)
  for (let chair = 1; chair <= 4; chair++) await bookFor(lab, `Seated ${chair}`, [day, '09:00'])
  await open(page, '/sites')
  await page.getByRole('button', { name: 'Take out of use: Chair 2' }).click()
  await expect(page.getByRole('alert')).toContainText(/Seated \d on \d{4}-\d\d-\d\d at 09:00/)
  await look(page)
  await page.getByLabel('Another chair').fill('Chair 1')
  await page.getByRole('button', { name: 'Add chair' }).click()
  await expect(page.getByText('There is a chair of this name already').first()).toBeVisible()
  await page.getByLabel('Another chair').fill('By the window')
  await page.getByRole('button', { name: 'Add chair' }).click()
  await page.getByRole('button', { name: 'Rename By the window' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('Quiet room')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Take out of use: Quiet room' }).click()
  await expect(page.getByText('Out of use', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Use again: Quiet room' }).click()
  await expect(page.getByText('Out of use', { exact: true })).toBeHidden()
})

test('a manager changes the rules of the queue, adds a desk and gives a chair another room', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/status of (400|409)/)
  await open(page, '/queue')
  const long = page.getByLabel('Long wait after', { exact: true })
  const before = Number(await long.inputValue())
  await page.getByLabel('Very long wait after').fill(String(before))
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('This must be more than the long wait')
  await look(page)
  await page.getByLabel('Very long wait after').fill(String(before + 60))
  await page.getByLabel('Time to come after a call').fill('4')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await saved(page, 'The rules of the queue were changed.')

  const desks = page.getByRole('list', { name: /^Desks of/ })
  await page.getByLabel('Another desk').fill('Chair 1')
  await page.getByRole('button', { name: 'Add desk' }).click()
  await expect(page.getByText('Another desk is called Chair 1').first()).toBeVisible()
  await page.getByLabel('Another desk').fill('Vaccinations')
  await page.getByRole('button', { name: 'Add desk' }).click()
  await expect(desks.getByText('Vaccinations')).toBeVisible()
  await page.getByRole('button', { name: 'Change Chair 2' }).click()
  await page.getByLabel('Room of Chair 2').selectOption('Private room')
  await look(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved(page, 'Chair 2 was changed.')
  await expect(desks.getByRole('listitem').filter({ hasText: 'Chair 2' })).toContainText('Private room')
  await expect(page.getByRole('button', { name: 'Change Chair 2' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Take out of use: Chair 2' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Take out of use: Vaccinations' }).click()
  await expect(desks.getByText('Out of use', { exact: true })).toBeVisible()
  type Queue = { noShowMinutes: number; desks: { name: string; room: string; active: boolean }[] }
  const stored = await lab.call<Queue>('GET', '/api/queue/settings', { by: manager })
  expect(stored).toMatchObject({ noShowMinutes: 4 })
  expect(stored.desks).toContainEqual(expect.objectContaining({ name: 'Vaccinations', active: false }))
})

test('hours that are shortened name who lies outside them, and move them', async ({ page, lab }) => {
  const ama = await bookFor(lab, 'Ama Evening', [daysAhead(30), '18:45'])
  await open(page, '/sites')
  const closes = page.getByLabel(/day closes$/)
  await expect(closes.first()).toBeVisible()
  for (const day of await closes.all()) await day.fill('18:30')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('1 visit is booked outside these hours.')).toBeVisible()
  await look(page)
  await page.getByRole('link', { name: 'See it and move it' }).click()
  await expect(page.getByRole('heading', { name: '1 visit is outside the opening hours' })).toBeVisible()
  await look(page)
  const becomes = page.getByLabel('What happens to Ama Evening')
  const nearest = await becomes.inputValue()
  await becomes.selectOption('Leave it as it is')
  await expect(page.getByRole('button', { name: 'Nothing to do' })).toBeVisible()
  await becomes.selectOption(nearest)
  await page.getByRole('button', { name: 'Move 1' }).click()
  await expect(page.getByText('1 visit moved.')).toBeVisible()
  expect(await startOf(lab, ama)).not.toContain('18:45')
  await expect(page.getByRole('button', { name: 'Save hours' })).toBeVisible()
  await expect(page.getByText(/outside these hours/)).toBeHidden()
  for (const day of await closes.all()) await day.fill('19:00')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await expect(page.getByText('The opening hours are saved.').first()).toBeVisible()
})

test('a second site is opened, and screens then speak of sites', async ({ page, lab }) => {
  await open(page, '/sites')
  await page.getByRole('button', { name: 'Open another site' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open another site' })
  await dialog.getByLabel('Name').fill('Tema')
  await dialog.getByLabel('Chairs').fill('2')
  await look(page)
  await dialog.getByRole('button', { name: 'Open site' }).click()
  await expect(page.getByRole('region', { name: 'Tema' })).toBeVisible()
  await page.goto('/manager-dashboard/calendar')
  await expect(page.getByLabel('Site')).toBeVisible()
  await page.goto('/manager-dashboard/appointments')
  await page.getByLabel('Site').selectOption('Tema')
  await expect(page.getByText('0 in all')).toBeVisible()
  await test.step('it is closed for good: offered no more, and its history can still be asked for', async () => {
    await open(page, '/sites')
    await page.getByRole('button', { name: 'Close this site: Tema' }).click()
    await page.getByLabel(/^Reason/).fill('The lease has ended')
    await look(page)
    await page.getByRole('button', { name: 'Close for good' }).click()
    await expect(page.getByRole('heading', { name: 'Closed for good' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tema' }).getByText('Opening hours')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Close this site/ })).toHaveCount(0)
    await look(page)
    await page.goto('/manager-dashboard/appointments')
    await page.getByLabel('Site').selectOption('Tema')
    await expect(page.getByText('0 in all')).toBeVisible()
    await page.goto('/manager-dashboard/appointments/book')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByLabel('Site', { exact: true })).toHaveCount(0)
    await open(page, '/sites')
    await page.getByRole('button', { name: 'Open again: Tema' }).click()
    await expect(page.getByText('Tema is open for booking again.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Closed for good' })).toBeHidden()
  })
  // Two chairs of a site that no other test looks at.
  await lab.sql("update site set name = 'Tema, unused' where name = 'Tema'")
})

test.describe('closing for a time', () => {
  test('shows who is booked then, moves and asks them in one action, and says so afterwards', async ({
    page,
    lab,
  }) => {
    const day = daysAhead(20)
    const ama = await bookFor(lab, 'Ama First', [day, '09:00'])
    const kofi = await bookFor(lab, 'Kofi Second', [day, '09:00'])
    const esi = await bookFor(lab, 'Esi Unreached', [day, '10:00'], { email: '' })
    await open(page, '/closures')
    await expect(page.getByText('No closures ahead')).toBeVisible()
    await look(page)
    await page.getByRole('link', { name: 'Close temporarily' }).click()
    await page.getByLabel('First day').fill(day)
    await page.getByLabel('Reason').fill('The water is off')
    await page.getByRole('button', { name: 'See who is booked then' }).click()
    await expect(page.getByRole('heading', { name: '3 visits are booked then' })).toBeVisible()
    await page.getByLabel('What happens to Kofi Second').selectOption('Ask by e-mail for another time')
    await expect(page.getByLabel('What happens to Esi Unreached')).toHaveAccessibleDescription(
      'No e-mail address: to be called.',
    )
    await look(page)
    await page.getByRole('button', { name: 'Close, move 2 and ask 1' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'The water is off' })
    await expect(card).toContainText('1 visit is still booked in it')
    await look(page)
    expect(await startOf(lab, ama)).toBe(`${daysAhead(21)}T09:00:00.000Z`)
    expect(await startOf(lab, esi)).not.toContain(day)
    expect(await startOf(lab, kofi)).toBe(`${day}T09:00:00.000Z`)
    expect((await lab.mailTo('kofi@home.test', 0, 'The water is off')).text).toContain('Kofi Second')

    await card.getByRole('link', { name: /still booked/ }).click()
    await page.getByLabel('What happens to Kofi Second').selectOption('Cancel it')
    await look(page)
    await page.getByRole('button', { name: 'Cancel 1' }).click()
    await expect(card).toContainText('Nobody is booked in it.')
    await card.getByRole('button', { name: 'Open again' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Open again' }).click()
    await expect(page.getByText('No closures ahead')).toBeVisible()
  })

  test('looks again when somebody books meanwhile, and keeps what was decided', async ({
    page,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    const day = daysAhead(24)
    await bookFor(lab, 'Yaw Early', [day, '08:00'])
    await open(page, '/closures/new')
    await page.getByLabel('Whole days').uncheck()
    await page.getByLabel('From, day').fill(day)
    await page.getByLabel('From, time').fill('07:00')
    await page.getByLabel('Until, time').fill('12:00')
    await page.getByLabel('Reason').fill('Stocktaking')
    await page.getByRole('button', { name: 'See who is booked then' }).click()
    await page.getByLabel('What happens to Yaw Early').selectOption('Cancel it')
    await bookFor(lab, 'Abena Late', [day, '09:00'])
    await page.getByRole('button', { name: 'Close and cancel 1' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing was changed; look at the list again')
    await expect(page.getByRole('heading', { name: '2 visits are booked then' })).toBeVisible()
    await page.getByRole('button', { name: 'Close, move 1 and cancel 1' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Stocktaking' })).toBeVisible()
  })

  test('says whom nothing is chosen for, and what is refused at the visit that it was for', async ({
    page,
    lab,
    watch,
  }) => {
    watch.provokes(/status of 409/)
    const day = daysAhead(60)
    const of = (fullName: string, time: string, wishes: object = {}) =>
      book(lab, manager, { patient: { fullName, email: 'visitor@home.test' }, at: [day, time], ...wishes })
    await of('Esi Unreached', '08:00', { patient: { fullName: 'Esi Unreached', email: '' } })
    await of('Kofi Urgent', '08:00', { priority: 'high' })
    await lab.sql('update chair set active = number <= 4 where not overflow')
    for (let chair = 1; chair <= 3; chair++) await of(`Sits here ${chair}`, '09:00')
    // All that is left for weeks is one chair at nine.
    const closed = (from: string, to: string) =>
      lab.sql(
        `insert into closure (site_id, id, during, reason)
         select id, gen_random_uuid(), tstzrange($1, $2), 'Kept shut' from site order by number limit 1`,
        [from, to],
      )
    await closed(`${daysAhead(40)}T00:00Z`, `${day}T08:00Z`)
    await closed(`${day}T08:00Z`, `${day}T08:15Z`)
    await closed(`${day}T08:15Z`, `${day}T09:00Z`)
    await closed(`${day}T09:15Z`, `${daysAhead(80)}T00:00Z`)
    await open(page, '/closures')
    const card = page.getByRole('listitem').filter({ hasText: '2 visits are still booked in it' })
    await card.getByRole('link', { name: /still booked/ }).click()
    const [esi, kofi] = ['Esi Unreached', 'Kofi Urgent'].map((name) =>
      page.getByLabel(`What happens to ${name}`),
    ) as [Locator, Locator]
    await expect(esi).toHaveValue('undecided')
    await of('Was faster', '09:00')
    await page.getByRole('button', { name: 'Move 1' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(kofi).toHaveAccessibleDescription(new RegExp(`Kofi Urgent: ${messages.calendar.conflict}`))
    await expect(esi).toHaveAccessibleDescription('No e-mail address: to be called.')
    await kofi.focus()
    await kofi.selectOption('Cancel it')
    await expect(page.getByRole('button', { name: 'Cancel 1' })).toBeVisible()
    await expect(kofi).toBeFocused()

    await lab.sql(`delete from closure where reason = 'Kept shut' and lower(during) = $1`, [`${day}T08:00Z`])
    await page.goto('/manager-dashboard/settings/closures/new')
    await page.getByLabel('Whole days').uncheck()
    await page.getByLabel('From, day').fill(day)
    await page.getByLabel('From, time').fill('08:00')
    await page.getByLabel('Until, time').fill('08:15')
    await page.getByLabel('Reason').fill('A delivery')
    await page.getByRole('button', { name: 'See who is booked then' }).click()
    await page.getByRole('button', { name: 'Close and ask 1' }).click()
    await expect(page.getByRole('alert')).toContainText('Please check these fields')
    await expect(esi).toHaveAccessibleDescription(/Nothing is chosen yet/)
    await look(page)
    await page.getByRole('link', { name: 'What happens to Esi Unreached: Nothing is chosen yet' }).click()
    await expect(esi).toBeFocused()
    await esi.selectOption('Cancel it')
    await page.getByRole('button', { name: 'Close, ask 1 and cancel 1' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'A delivery' })).toBeVisible()
    await lab.sql(`delete from closure where reason in ('Kept shut', 'A delivery')`)
  })
})

test('what cannot be loaded says so, and is tried again', async ({ page, watch }) => {
  watch.provokes(/status of 500|Something broke/)
  await staySignedIn(page, manager)
  await page.route('**/api/settings', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something broke on our side.' } }),
  )
  await page.goto('/manager-dashboard/settings')
  await expect(page.getByRole('alert')).toContainText('The settings could not be loaded')
  await look(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Address')).toBeVisible()
})
