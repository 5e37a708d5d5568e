import { oidcCallback } from '../contract/identity.ts'
import { messages } from '../contract/messages.ts'
import { type Issuer, openIssuer } from '../server/tests/issuer.ts'
import { look } from './accessible.ts'
import { test as base, expect } from './server.ts'
import { freePort } from './start-laboratory.ts'

/** A laboratory that signs people in through a real issuer beside it. */
const test = base.extend<object, { port: string; issuer: Issuer }>({
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
  settings: [async ({ port, issuer }, use) => use({ ...issuer.settings, PORT: port }), { scope: 'worker' }],
})

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
