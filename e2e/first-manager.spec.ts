import { look } from './accessible.ts'
import { expect, test } from './server.ts'

// A laboratory that nobody manages yet prints a link when it starts.
test.use({ settings: { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' } })

test('the first manager sets the laboratory up with the printed link, once', async ({ page, lab }) => {
  const printed = /http\S+\/set-up#token=\S+/
  await expect.poll(() => lab.output()).toMatch(printed)
  const link = printed.exec(lab.output())?.[0] ?? ''
  const password = 'quiet-harbour-41'
  await page.goto(link)
  await expect(page).toHaveURL('/set-up')
  await look(page)
  await page.getByLabel('Full name').fill('Akua First')
  await page.getByLabel('Email').fill('akua@lab.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create the manager’s account' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('akua@lab.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/manager-dashboard')

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('Full name').fill('Second')
  await page.getByLabel('Email').fill('second@lab.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create the manager’s account' }).click()
  await expect(page.getByRole('alert')).toContainText('This link does not work, or no longer.')
  await look(page)
})
