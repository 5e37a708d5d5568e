import { isSigned, openReceiver } from '../server/tests/webhook-receiver.ts'
import { look } from './accessible.ts'
import { expect, test } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a manager adds a webhook, sends a test, sees a failure, sends it again and ends the webhook', async ({
  page,
  lab,
}) => {
  // The list is loaded again every few seconds.
  test.slow()
  const receiver = await openReceiver()
  const manager = await managerOf(lab)
  const scopes = ['system/Appointment.rs', 'system/DiagnosticReport.rs']
  await lab.call('POST', '/api/api-clients', { by: manager, body: { name: 'Ridge', scopes } })
  await staySignedIn(page, manager)
  await page.goto('/manager-dashboard/api-clients')
  await page.getByRole('link', { name: 'Ridge' }).click()
  await expect(page.getByText('No webhook yet')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Address').fill('http://clinic.example/events')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(form.getByText('The address must begin with https://').first()).toBeVisible()
  await look(page)
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'The webhook is added' })
  const secret = await made.getByLabel('Secret').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await look(page)
  await made.getByRole('button', { name: 'I have copied it' }).click()

  await page.getByRole('link', { name: receiver.url }).click()
  await expect(page.getByText('No deliveries')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const row = page.getByRole('row', { name: /^Test/ })
  await expect(row).toContainText('Delivered', { timeout: 20_000 })
  const [one] = receiver.received
  expect(one && isSigned(one, secret)).toBe(true)

  receiver.manner = 500
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(row).toContainText('The receiver answered 500', { timeout: 20_000 })
  await expect(page.getByText('Failing')).toBeVisible({ timeout: 20_000 })
  await look(page)
  receiver.manner = 204
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(row).toContainText('204', { timeout: 20_000 })
  expect(new Set(receiver.asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  const renewed = page.getByRole('dialog', { name: 'The new secret' })
  expect(await renewed.getByLabel('Secret').inputValue()).not.toBe(secret)
  await renewed.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText('also signs until')).toBeVisible()

  await page.getByRole('button', { name: 'End the webhook' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  await look(page)
  await receiver.close()
})
