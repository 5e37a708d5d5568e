import { oidcCallback } from '../contract/access.ts'
import { messages } from '../contract/messages.ts'
import { type Issuer, openIssuer } from '../server/tests/issuer.ts'
import { freePort } from '../server/tests/product-process.ts'
import { type Gateway, openGateway } from '../server/tests/sms-gateway.ts'
import { look } from './accessible.ts'
import { test as base, expect } from './server.ts'

/** A laboratory that signs people in through a real issuer beside it, and by codes that go out through an SMS gateway. */
const test = base.extend<object, { port: string; issuer: Issuer; gateway: Gateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
  port: [async ({}, use) => use(String(await freePort())), { scope: 'worker' }],
  issuer: [
    async ({ port }, use) => {
      const issuer = await openIssuer(`http://localhost:${port}${oidcCallback}`)
      await use(issuer)
      await issuer.close()
    },
    { scope: 'worker' },
  ],
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const gateway = await openGateway()
      await use(gateway)
      await gateway.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ port, issuer, gateway }, use) =>
      use({ ...issuer.settings, PORT: port, SMS_URL: gateway.url, SMS_TOKEN: 'account:a-secret' }),
    { scope: 'worker' },
  ],
})

/** The code of the latest SMS to a number, after the given one. */
async function codeTo(gateway: Gateway, number: string, after = ''): Promise<string> {
  const latest = () => {
    const texts = [...gateway.sent.values()].filter(({ to }) => to === number).map(({ text }) => text)
    return /code is (\w{8})\./.exec(texts.at(-1) ?? '')?.[1] ?? ''
  }
  await expect.poll(latest).not.toBe(after)
  return latest()
}

test('somebody with an account elsewhere comes in through it', async ({ page, issuer }) => {
  issuer.person = { sub: 'efua', email: 'efua@elsewhere.test', email_verified: true, name: 'Efua Elsewhere' }
  await page.goto('/login')
  await look(page)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page).toHaveURL('/patient-dashboard')
  await expect(page.getByRole('button', { name: 'Efua Elsewhere' })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('definition')).toContainText([
    'Efua Elsewhere',
    'Not set',
    'efua@elsewhere.test',
  ])

  // Without a password nothing asks for one.
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Delete Profile' }).click()
  await expect(page.getByRole('alertdialog').getByLabel('Current password')).toBeHidden()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
})

test('whom the issuer cannot vouch for is told why, and no address tells it', async ({ page, issuer }) => {
  issuer.person = { sub: 'kofi', email: 'kofi@elsewhere.test', email_verified: false }
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The issuer has not verified your e-mail address. Verify it there first.',
  )
  await expect(page).toHaveURL('/login')
  await look(page)
})

test('a code that is no good is refused on the log-in page', async ({ page }) => {
  await page.goto(`/login#code=${'a'.repeat(43)}`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(messages.login.pending)).toBeHidden()
})

test('somebody with a phone only signs up, logs in again, and changes the number', async ({
  page,
  gateway,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Log in with a code by SMS' }).click()
  await look(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await look(page)
  await page.getByLabel('Full name').fill('Esi Phone')
  await page.getByLabel('Phone number').fill('024 555 0101')
  await page.getByLabel('I agree to the terms of use').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Enter the code from the SMS to 024 555 0101')).toBeVisible()
  await look(page)
  const first = await codeTo(gateway, '+233245550101')
  await page.getByLabel('One-time code').fill(first.toLowerCase())
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/patient-dashboard')
  await expect(page.getByRole('button', { name: 'Esi Phone' })).toBeVisible()

  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Change the number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log-in phone number' })
  await dialog.getByLabel('Phone number').fill('024 555 0102')
  await look(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Enter the code from the SMS to 024 555 0102')).toBeVisible()
  await look(page)
  const toChange = await codeTo(gateway, '+233245550102')
  await dialog.getByLabel('One-time code').fill(toChange)
  await dialog.getByRole('button', { name: 'Use this number' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('You log in with a code that we send to +233245550102.')).toBeVisible()

  await page.evaluate('localStorage.clear()')
  await page.goto('/phone-login')
  await page.getByLabel('Phone number').fill('+233 24 555 0102')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const sent = await codeTo(gateway, '+233245550102', toChange)
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await page.getByLabel('One-time code').fill(await codeTo(gateway, '+233245550102', sent))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/patient-dashboard')
})
