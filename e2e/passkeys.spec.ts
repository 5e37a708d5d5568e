import type { CDPSession } from '@playwright/test'
import { look } from './accessible.ts'
import { heading } from './screens.ts'
import type { Page } from './server.ts'
import { expect, test } from './server.ts'
import { signIn } from './sign-in.ts'

/** Gives the page's browser an authenticator that recognises its owner and holds discoverable passkeys. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

test('a person adds a passkey, logs in with it, confirms a change with it and removes it', async ({
  page,
  lab,
}) => {
  const person = await lab.signUp()
  const { cdp, authenticatorId } = await addAuthenticator(page)
  await signIn(page, person)
  await page.goto('/security')
  await look(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await dialog.getByLabel('Name').fill('My phone')
  await dialog.getByLabel('Current password').fill(person.password)
  await look(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I have written them down' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'My phone' })
  await expect(row).toContainText('not used yet')
  await look(page)
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([
    { isResidentCredential: true, rpId: 'localhost', userName: person.email },
  ])

  // The password alone no longer logs in.
  await page.evaluate(() => localStorage.clear())
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Log in with your passkey')
  await look(page)
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL('/patient-dashboard')

  // A passkey stands in for the password.
  await page.goto('/edit-profile')
  await page.getByLabel('Email').fill('another.address@home.test')
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(page.getByText('Your passkey has confirmed that it is you.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(heading(page, 'Profile')).toBeVisible()
  await expect(page.getByText('another.address@home.test').first()).toBeVisible()

  await page.goto('/security')
  await expect(row).toContainText('last used')
  await row.getByRole('button', { name: 'Remove the passkey: My phone' }).click()
  await dialog.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await expect(dialog.getByText('Your passkey has confirmed that it is you.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'My phone' })).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText('This passkey does not work here.').first()).toBeVisible()
  await cdp.detach()
})
