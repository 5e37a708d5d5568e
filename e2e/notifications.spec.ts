import { wordsHeader } from '#contract/words.ts'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, type Person, test } from './server.ts'
import { managerOf, open, type Signed } from './sign-in.ts'
import type { Laboratory } from './start-laboratory.ts'
import { book } from './visits.ts'

test.beforeAll(({ lab }) => lab.renew())

/** Until the mail about their visit has gone out, and is noted as sent. */
async function settled(lab: Laboratory, person: Person, by: Signed): Promise<void> {
  type Ledger = { rows: { kind: string; to: string }[] }
  const sent = async () => {
    const { rows: deliveries } = await lab.call<Ledger>('GET', '/api/deliveries?state=sent', { by })
    return deliveries.some(({ kind, to }) => kind === 'visit_booked' && to === person.email)
  }
  await expect.poll(sent).toBe(true)
}

test('a patient hears the bell, reads what it is about, and has nothing unread any more', async ({
  page,
  lab,
}) => {
  const ama = await lab.signUp({ fullName: 'Ama Owusu' })
  await open(page, '/patient-dashboard', ama)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications, nothing unread')
  await bell.click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect(dialog.getByText('Nothing here yet')).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()

  await book(lab, ama, { notToday: true })
  await settled(lab, ama, await managerOf(lab))
  await page.reload()
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
  await look(page)
  await bell.press('Enter')
  await expect(dialog.getByRole('link', { name: 'Your visit is booked' })).toBeVisible()
  await expect(dialog).toContainText(/reference \w{8}/)
  await expect(dialog).not.toContainText('Blood')
  await look(page)
  await dialog.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications, nothing unread')
  await dialog.getByRole('link', { name: 'Your visit is booked' }).click()
  await expect(page).toHaveURL(/patient-dashboard\/appointments/)
  await expect(dialog).toBeHidden()
})

test('a patient chooses by kind, and finds it so the next time', async ({ page, lab }) => {
  const efua = await lab.signUp({ fullName: 'Efua Sarpong' })
  await open(page, '/patient-dashboard/notifications', efua)
  const reminders = page.getByLabel('Reminders before a visit')
  await expect(reminders).toHaveValue('')
  await reminders.selectOption('In the app only')
  await look(page)
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expect(page.getByText('Your preferences were saved.')).toBeVisible()
  await page.reload()
  await expect(reminders).toHaveValue('app')
})

test('the manager sees what became of each message, and sends one again that failed', async ({
  page,
  lab,
}) => {
  const kofi = await lab.signUp({ fullName: 'Kofi Boateng' })
  const manager = await managerOf(lab)
  await book(lab, kofi, { notToday: true })
  await settled(lab, kofi, manager)
  await lab.sql(
    `update outbox set state = 'failed', error = 'The mailbox is full' where kind = 'visit_booked' and recipient = $1`,
    [kofi.email],
  )
  await open(page, '/manager-dashboard', manager)
  await page.getByRole('link', { name: 'Message log' }).click()
  await expect(heading(page, 'Message log')).toBeFocused()
  await expect(page.getByText('1 could not be sent')).toBeVisible()
  await expect(page.getByText('No SMS gateway is connected')).toBeVisible()
  await page.getByLabel('Status').selectOption('Failed')
  const row = page.getByRole('row', { name: kofi.email }).filter({ hasText: 'Visit booked' })
  await expect(row).toContainText('The mailbox is full')
  await look(page)
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect(page.getByText('The message goes out again.')).toBeVisible()
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await settled(lab, kofi, manager)
  await page.getByLabel('Status').selectOption('Sent')
  await expect(row).toContainText('Sent')
  await look(page)
})

test('the manager finds what was written to somebody, and reads it as it went out', async ({ page, lab }) => {
  const esi = await lab.signUp({ fullName: 'Esi Deliverance' })
  const manager = await managerOf(lab)
  await book(lab, esi, { notToday: true })
  await settled(lab, esi, manager)
  await lab.sql(
    `insert into outbox (id, kind, channel, recipient, payload, state, body, segments, error, repeats, created_at, due_at, spread_at)
     select uuidv7(), kind, 'sms', '+233240000111', payload, 'kept', 'Visit booked, by SMS', 1, 'No SMS gateway is connected',
       id, now(), now(), now() from outbox where kind = 'visit_booked' and recipient = $1`,
    [esi.email],
  )
  await open(page, '/manager-dashboard/deliveries', manager)
  await expect(page.getByRole('region', { name: 'All messages' })).toContainText(/Kept\s*1/)
  const search = page.getByLabel('Sent to')
  // The unfiltered list has the same rows, so their number does not show that the search was answered.
  const found = page.waitForResponse((answer) =>
    (answer.request().headers()[wordsHeader] ?? '').includes('deliverance'),
  )
  await search.fill('deliverance esi')
  await found
  const rows = page.getByRole('row').filter({ hasText: 'Esi Deliverance' })
  await expect(rows).toHaveCount(2)
  expect(page.url()).not.toContain('deliverance')
  await page.getByLabel('Channel').selectOption('SMS')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('+233240000111')
  await look(page)
  const read = rows.getByRole('button', { name: /^Read/ })
  await read.click()
  const dialog = page.getByRole('dialog', { name: 'Visit booked' })
  await expect(dialog).toContainText('As it was kept.')
  await expect(dialog).toContainText('Visit booked, by SMS')
  await expect(dialog).toContainText('Fits into 1 SMS.')
  await page.keyboard.press('Escape')
  await expect(read).toBeFocused()
  await page.getByLabel('Channel').selectOption('E-mail')
  await expect(rows).toContainText(esi.email)
  await read.click()
  await expect(dialog).toContainText('As it was sent. Codes and the secret parts of links are hidden.')
  await expect(dialog.getByRole('region', { name: 'Text' })).toContainText('Hello Esi Deliverance,')
  await expect(dialog).toContainText('/unsubscribe#token=••••••••')
  await look(page)
  await dialog.getByRole('link').click()
  await expect(page).toHaveURL(/\/appointments\//)
  await open(page, '/manager-dashboard/deliveries', manager)
  await search.fill('nobody at all')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
})

test('the manager says when the laboratory reminds of visits', async ({ page, lab }) => {
  await open(page, '/manager-dashboard/notifications', await managerOf(lab))
  const before = page.getByLabel('Hours before the visit')
  await expect(before).toHaveValue('24, 2')
  await before.fill('48, 1')
  await page.getByLabel('Quiet until').fill('06:30')
  await look(page)
  await page.getByRole('button', { name: 'Save reminders' }).click()
  await expect(page.getByText('The reminders were saved.')).toBeVisible()
  await page.reload()
  await expect(before).toHaveValue('48, 1')
})
