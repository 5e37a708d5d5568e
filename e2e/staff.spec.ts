import { messages } from '../contract/messages.ts'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open, type Signed } from './sign-in.ts'
import { book, moveToToday } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

test.describe('an empty laboratory', () => {
  test('says what will be on each of the manager’s screens', async ({ page, lab }) => {
    await lab.removeVisits()
    await open(page, '/manager-dashboard', await managerOf(lab))
    await expect(page.getByText(messages.lists.noAppointments)).toBeVisible()
    await look(page)
    await page.goto('/manager-dashboard/appointments')
    await expect(page.getByText(messages.lists.noAppointments)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
    await look(page)
    await page.goto('/manager-dashboard/messages')
    await expect(page.getByText('No open messages')).toBeVisible()
    await look(page)
    await page.goto('/manager-dashboard/patients')
    // The list is paler until the answer to its last search is there.
    const searched = page.waitForResponse(
      (one) => one.request().headers()['x-words'] === 'search=nobody+at+all',
    )
    await page.getByLabel('Search').fill('nobody at all')
    await searched
    await expect(page.getByText(messages.lists.noPatients)).toBeVisible()
    await look(page)
  })
})

test.describe('the manager', () => {
  let manager: Signed
  test.beforeAll(async ({ lab }) => {
    manager = await managerOf(lab)
    await lab.removeVisits()
    const kofi = await lab.signUp({ fullName: 'Kofi Busy' })
    const visits = []
    for (const [index, name] of ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].entries()) {
      const priority = index === 0 ? 'high' : 'normal'
      visits.push(
        await book(lab, kofi, { patient: { fullName: `Visitor ${name}` }, priority, notToday: true }),
      )
    }
    await moveToToday(lab, visits[0])
  })

  test('sees totals and today’s visits at a glance', async ({ page }) => {
    await open(page, '/manager-dashboard', manager)
    await expect(heading(page, 'Dashboard')).toBeVisible()
    const booked = page.getByText('Booked Appointments').locator('xpath=ancestor::div[1]')
    await expect(booked.getByRole('definition')).toHaveText('6')
    const row = page.getByRole('table', { name: /Visits today/ }).getByRole('row', { name: /Visitor/ })
    await expect(row).toHaveCount(1)
    await expect(row).toContainText(['Visitor One'])
    await expect(row.getByText('High')).toBeVisible()
    await look(page)
    const total = page.getByText('Total Patients').locator('xpath=ancestor::div[1]').getByRole('definition')
    await expect(total).toHaveText(/^\d+$/)
    const count = await total.innerText()
    await page.getByRole('link', { name: 'Total Patients' }).click()
    await expect(heading(page, 'Patients')).toBeFocused()
    await expect(page.getByText(`${count} in all`)).toBeVisible()
  })

  test('is checked before anything shows', async ({ page }) => {
    await page.route('**/api/auth/profile', async (route) => {
      await expect(page.getByText(messages.loading.authorization)).toBeVisible()
      await route.continue()
    })
    await open(page, '/manager-dashboard', manager)
    await expect(heading(page, 'Dashboard')).toBeVisible()
  })

  test('pages through appointments by five, and narrows them down', async ({ page }) => {
    await open(page, '/manager-dashboard/appointments', manager)
    const rows = page.getByRole('row', { name: /Visitor/ })
    await expect(rows).toHaveCount(5)
    await expect(page.getByText('6 in all, latest first')).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.getByText('Page 1 of 2')).toBeVisible()
    await expect(pages.getByRole('button', { name: 'Prev' })).toBeDisabled()
    await look(page)
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(['Visitor One'])
    await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
    await pages.getByRole('button', { name: 'Page 1' }).click()
    await expect(rows).toHaveCount(5)

    await page.getByLabel('Search').fill('visitor t')
    await expect(rows).toHaveCount(2)
    await expect(pages).toBeHidden()
    await page.getByLabel('Status').selectOption('Completed')
    await expect(page.getByText(messages.lists.noAppointments)).toBeVisible()
    await page.getByLabel('Search').fill('')
    await page.getByLabel('Status').selectOption('Booked')
    await expect(rows).toHaveCount(5)
  })

  test('registers somebody who walked in, and is back at the appointments', async ({ page }) => {
    await open(page, '/manager-dashboard/appointments', manager)
    await page.getByRole('link', { name: 'Register a walk-in' }).click()
    await expect(heading(page, 'Register a walk-in')).toBeFocused()
    await page.getByLabel('Full Name').fill('Walker In')
    await page.getByLabel('Date of birth').fill('01/01/1986')
    await expect(page.getByLabel('Age')).toHaveValue(String(new Date().getUTCFullYear() - 1986))
    await page.getByLabel('Gender').selectOption('Male')
    await page.getByLabel('Phone Number').fill('+233 24 555 0199')
    await page.getByLabel('Tests').fill('blood sug')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Register and give a number' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Walker In' })).toContainText('Pass code')
    await page.getByRole('main').getByRole('link', { name: 'Appointments', exact: true }).click()
    await page.getByLabel('Search').fill('walker in')
    await expect(page.getByRole('row', { name: /Walker In/ })).toHaveCount(1)
    await page.getByRole('link', { name: 'Walker In' }).click()
    await page.getByRole('link', { name: /^P\d{9}$/ }).click()
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Wednesday 1 January 1986')
  })

  test('fills in the walk-in form from the record of a person who was here before', async ({ page, lab }) => {
    const details = { age: 33, gender: 'female', contact: '+233 24 555 0142' }
    for (const fullName of ['Adwoa Returning', 'Esi Returning']) {
      const body = { patientDetails: { fullName, ...details }, testType: ['Full Blood Count'] }
      await lab.call('POST', '/api/queue/walk-in', { by: manager, body })
    }
    await open(page, '/desk/walk-in', manager)
    const finder = page.getByLabel('Been here before?')
    await finder.fill('nobody at all')
    await expect(page.getByText('Nobody found.')).toBeVisible()
    await finder.fill('024 555 0142')
    const hits = page.getByRole('list', { name: 'Found' }).getByRole('button')
    await expect(hits).toHaveCount(2)
    await look(page)
    await hits.filter({ hasText: 'Esi Returning' }).click()
    await expect(page.getByRole('group', { name: 'Been here before' })).toContainText('about 33 years')
    await expect(page.getByLabel('Full Name')).toHaveValue('Esi Returning')
    await expect(page.getByLabel('Phone Number')).toHaveValue('+233 24 555 0142')
    await expect(page.getByLabel('Gender')).toHaveValue('female')
    await look(page)

    await page.getByLabel('Age').fill('70')
    await page.getByLabel('Tests').fill('blood sug')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Register and give a number' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Person number: The person of this number has another sex or age',
    )
    await page.getByRole('button', { name: 'Somebody else' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    await finder.fill('esi returning')
    await expect(hits).toHaveCount(1)
    await hits.click()
    await page.getByLabel('Age').fill('34')
    await page.getByRole('button', { name: 'Register and give a number' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Esi Returning' })).toContainText('Pass code')

    await finder.fill('Esi Returning')
    await expect(hits).toHaveCount(1)
    await expect(hits).toContainText('2 visits')
  })

  test('a screen that cannot be had leaves the way to the others', async ({ page }) => {
    await open(page, '/manager-dashboard/appointments', manager)
    await page.route('**/api/notifications/preferences', (route) => route.abort())
    await page.getByRole('link', { name: 'Notifications', exact: true }).click()
    await expect(heading(page, 'Notifications')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('This could not be loaded')
    await expect(page.getByRole('link', { name: 'Appointments', exact: true })).toBeVisible()
    await look(page)
    await page.unroute('**/api/notifications/preferences')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
  })

  test('finds a patient among many, with no word of it in the address', async ({ page, lab }) => {
    await lab.sql(
      `insert into account (id, role, full_name, email, phone, password_hash, created_at)
       select gen_random_uuid(), 'user', 'Crowd ' || n, 'crowd' || n || '@home.test', '', null, now()
       from generate_series(1, 45) as n on conflict do nothing`,
    )
    await lab.signUp({ fullName: 'Akosua Abcdefghij'.padEnd(200, 'Abcdefghij') })
    await open(page, '/manager-dashboard/patients', manager)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('button', { name: 'Next' }).click()
    await pages.getByRole('button', { name: 'Page 3' }).click()
    await expect(pages.getByText('Page 3 of 3')).toBeVisible()
    await page.getByLabel('Search').fill('akosua abc')
    await expect(page.getByRole('row', { name: /Akosua/ })).toHaveCount(1)
    await expect(page.getByText('1 in all')).toBeVisible()
    await expect(page).toHaveURL('/manager-dashboard/patients')
    await look(page)
  })

  test('reads what people wrote to the laboratory', async ({ page, lab }) => {
    const body = { name: 'Efua Asking', email: 'efua@home.test', message: 'Do you open\non Sunday?' }
    await lab.call('POST', '/api/contact/laboratory', { body })
    await open(page, '/manager-dashboard/messages', manager)
    const message = page.getByRole('listitem').filter({ hasText: 'Efua Asking' })
    await expect(message).toContainText('on Sunday?')
    await expect(message.getByRole('link', { name: 'Efua Asking' })).toBeVisible()
    await expect(message).toContainText('efua@home.test')
  })

  test('is told which list could not be had, and tries again', async ({ page }) => {
    const broken = { status: 500, json: { code: 'internal', message: 'Something broke on our side.' } }
    await page.route('**/api/patients?*', (route) => route.fulfill(broken))

    await page.route('**/api/Labtask/**', (route) => route.fulfill(broken))
    await open(page, '/manager-dashboard/patients', manager)
    await expect(page.getByRole('alert').filter({ hasText: messages.lists.patientsFailure })).toBeVisible()
    await look(page)
    await page.goto('/manager-dashboard/appointments')
    await expect(
      page.getByRole('alert').filter({ hasText: messages.lists.appointmentsFailure }),
    ).toBeVisible()
    await page.goto('/manager-dashboard')
    const failure = page.getByRole('alert').filter({ hasText: messages.lists.dashboardFailure })
    await expect(failure).toBeVisible()
    await look(page)
    await page.unrouteAll()
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Total Patients' })).toBeVisible()
  })
})

test('a technician sees today’s visits, soonest first', async ({ page, lab }) => {
  const technician = await lab.signUp({ role: 'technician', fullName: 'Tetteh Bench' })
  const patient = await lab.signUp()
  await lab.removeVisits()
  const early = await book(lab, patient, { patient: { fullName: 'Visitor Early' }, notToday: true })
  await moveToToday(lab, early)
  await open(page, '/technician-dashboard', technician)
  await expect(page.getByRole('listitem').filter({ hasText: 'Visitor Early' })).toBeVisible()
  await look(page)
  await page.goto('/manager-dashboard')
  await expect(page.getByRole('alert')).toHaveText(messages.login.adminOnly)
})
