import { expectNoSidewaysScroll, look } from './accessible.ts'
import { expect } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

test.beforeAll(({ lab }) => lab.renew())

test('the manager writes the French reminder anew, looks at it, saves it and restores ours', async ({
  page,
  lab,
  watch,
}) => {
  watch.provokes(/status of 400/)
  // The test's own scripts, which the frame of the mail keeps out as it does everybody's.
  watch.provokes(/Blocked script execution in 'about:srcdoc'|The document is sandboxed/)
  await staySignedIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/settings/messages')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Your laboratory visit is booked')).toBeVisible()
  await expect(preview.frameLocator('iframe').getByText('Hello Ama Mensah,')).toBeVisible()
  // No script runs in the frame of the mail, axe included: the screen is looked at with an SMS.
  await expectNoSidewaysScroll(page)

  await page.getByLabel('Message', { exact: true }).selectOption('visit_reminder')
  await page.getByLabel('Language', { exact: true }).selectOption('fr')
  await page.getByLabel('Form', { exact: true }).selectOption('sms')
  await expect(preview).toContainText('Répondez 1 pour confirmer')
  await expect(preview).toContainText(/\d+ of \d+ characters, \d SMS/)
  await look(page)

  const text = page.getByLabel('Text', { exact: true })
  await text.fill('{laboratory} : à bientôt, ')
  await expect(preview).toContainText('{when} is missing')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByRole('alert')).toContainText('{when} is missing')
  await page.getByRole('button', { name: '{when}' }).click()
  await expect(text).toHaveValue('{laboratory} : à bientôt, {when}')
  await expect(text).toBeFocused()
  await expect(preview).toContainText('à bientot, mer. 23 sept.')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('saved and used from now on').first()).toBeVisible()

  await page.reload()
  await page.getByLabel('Message', { exact: true }).selectOption('visit_reminder')
  await page.getByLabel('Language', { exact: true }).selectOption('fr')
  await page.getByLabel('Form', { exact: true }).selectOption('sms')
  await expect(text).toHaveValue('{laboratory} : à bientôt, {when}')
  await expect(page.getByText('Written by')).toBeVisible()
  await page.getByRole('button', { name: 'Restore the built-in text' }).click()
  await page.getByRole('button', { name: 'Restore it' }).click()
  await expect(page.getByText('This is the built-in text.')).toBeVisible()
  await expect(text).toHaveValue(/Répondez 1 pour confirmer/)
})
