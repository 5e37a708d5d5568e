import { look } from './accessible.ts'
import { expect, type Page, test } from './server.ts'
import { managerOf, open } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

async function write(page: Page, letter: { name: string; email: string; message: string }): Promise<void> {
  await page.goto('/contact')
  await page.getByLabel('Name').fill(letter.name)
  await page.getByLabel('Email').fill(letter.email)
  await page.getByLabel('Message').fill(letter.message)
}
const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click()
const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: /thank/i })

test('a visitor writes, two managers read it, one answers, and the answer arrives', async ({
  page,
  openPage,
  lab,
}) => {
  const esi = { name: 'Esi Appiah', email: 'esi@example.com', message: 'Do you open on Sundays?' }
  await write(page, esi)
  await send(page)
  await expect(thanks(page)).toBeVisible()

  const manager = await managerOf(lab)
  await open(page, '/manager-dashboard/messages', manager)
  await expect(page.getByRole('link', { name: esi.name })).toBeVisible()
  await page.getByRole('link', { name: esi.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Message from ${esi.name}` })).toBeVisible()
  await expect(page.getByText(esi.message)).toBeVisible()

  const other = await openPage()
  await open(other, page.url(), manager)
  await other.getByLabel('Answer').fill('No, we do not.')

  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByLabel('Answer')).toHaveAccessibleDescription(/Write an answer/)
  await page.getByLabel('Answer').fill('Not on Sundays.\n\nOn Saturdays from 8 to 12.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText(/^Answered by/)).toBeVisible()
  await expect(page.getByLabel('Answer')).toBeHidden()
  await look(page)

  const mail = await lab.mailTo(esi.email)
  expect(mail.text).toContain('Not on Sundays.\n\nOn Saturdays from 8 to 12.')
  expect(mail.text).toContain(`> ${esi.message}`)

  await other.getByRole('button', { name: 'Send answer' }).click()
  await expect(other.getByRole('alert')).toContainText('answered this meanwhile. Your answer was not sent.')
  await expect(other.getByLabel('Answer')).toHaveValue('No, we do not.')
  await expect(other.getByText('On Saturdays from 8 to 12.')).toBeVisible()
  expect(lab.mailsSoFar(esi.email)).toBe(1)

  await page.getByRole('button', { name: 'Open again' }).click()
  await expect(page.getByLabel('Answer')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByText(/^Done by/)).toBeVisible()
})

test('a program that fills in every field is put aside, and found by the manager', async ({ page, lab }) => {
  const bot = { name: 'Casino', email: 'casino@example.com', message: 'Win now' }
  const { email } = await lab.call<{ email: string }>('GET', '/api/laboratory')
  const before = lab.mailsSoFar(email)
  await write(page, bot)
  await page.locator('input[name=website]').fill('https://casino.example', { force: true })
  await send(page)
  await expect(thanks(page)).toBeVisible()

  const manager = await managerOf(lab)
  await open(page, '/manager-dashboard/messages', manager)
  await expect(
    page.getByRole('combobox', { name: 'Status' }).getByRole('option', { name: 'Probably spam (1)' }),
  ).toBeAttached()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('spam')
  await expect(page).toHaveURL(/view=spam/)
  await look(page)
  await page.getByRole('link', { name: bot.name }).click()
  await expect(page.getByText(/a hidden field was filled in/)).toBeVisible()
  await page.getByRole('button', { name: 'Not spam: open it' }).click()
  await expect(page.getByLabel('Answer')).toBeVisible()
  expect(lab.mailsSoFar(email)).toBe(before)
})

test('what people answer to an SMS has its own list', async ({ page, lab }) => {
  await lab.sql(
    `insert into sms_reply (id, phone, text, meaning, outcome, at)
     values (gen_random_uuid(), '+233241234567', 'Stop', 'stop', 'No more SMS to this number', now())`,
  )
  const manager = await managerOf(lab)
  await open(page, '/manager-dashboard/messages', manager)
  await page.getByRole('link', { name: 'SMS replies' }).click()
  await expect(page.getByText('No more SMS to this number')).toBeVisible()
})

test('a patient writes to the desk from the support page, and reads the answer in the product', async ({
  page,
  openPage,
  lab,
}) => {
  const kofi = await lab.signUp({ fullName: 'Kofi Boateng' })
  await open(page, '/support-page', kofi)
  await page.getByRole('link', { name: 'Log in and write to the desk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByLabel('Your message')).toHaveAccessibleDescription(/required|Write a message/)
  await page.getByLabel('Your message').fill('May I drink tea before the test?')
  await page.getByRole('button', { name: 'Send message' }).click()
  const conversation = page.getByRole('main').getByRole('listitem')
  await expect(conversation).toHaveText(/^You.*May I drink tea before the test\?$/)
  await expect(page.getByLabel('Your message')).toHaveValue('')

  const manager = await openPage()
  await open(manager, '/manager-dashboard/messages', await managerOf(lab))
  await manager.getByRole('link', { name: 'Kofi Boateng' }).click()
  await expect(manager.getByRole('link', { name: 'Open the patient' })).toBeVisible()
  await manager.getByLabel('Answer').fill('Yes, without milk and sugar.')
  await manager.getByRole('button', { name: 'Send answer' }).click()
  await expect(manager.getByText(/^Answered by/)).toBeVisible()

  const mail = await lab.mailTo(kofi.email)
  expect(mail.subject).toBe('The laboratory answered you')
  expect(mail.text).not.toContain('milk')
  await page.reload()
  await expect(conversation).toHaveText([
    /tea before the test/,
    /^The laboratory.*Yes, without milk and sugar\.$/,
  ])
  await look(page)
})
