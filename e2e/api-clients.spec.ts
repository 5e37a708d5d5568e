import { look } from './accessible.ts'
import { expect, test } from './server.ts'
import { managerOf, staySignedIn } from './sign-in.ts'

test.beforeAll(({ lab }) => lab.renew())

test('a manager registers a program, copies its secret once, sees it used and ends it', async ({
  page,
  lab,
}) => {
  await staySignedIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/api-clients')
  await expect(page.getByText('No API client yet')).toBeVisible()
  await look(page)
  await page.getByRole('button', { name: 'Register a client' }).click()
  const form = page.getByRole('dialog')
  await look(page)
  await form.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(form.getByText('Name is required').first()).toBeVisible()
  await form.getByLabel('Name').fill('Records of Ridge Hospital')
  await form.getByLabel('Permissions').fill('Sites')
  await page.getByRole('option', { name: 'Sites' }).click()
  await form.getByRole('button', { name: 'Register', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'The client is registered' })
  const [id, secret] = [
    await made.getByLabel('Client ID').inputValue(),
    await made.getByLabel('Secret').inputValue(),
  ]
  await look(page)
  await made.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'Records of Ridge Hospital' })
  await expect(row).toContainText('Never')

  const token = await fetch(`${lab.url}/fhir/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const sites = () =>
    fetch(`${lab.url}/fhir/R4/Location`, { headers: { authorization: `Bearer ${access_token}` } })
  expect((await sites()).status).toBe(200)
  await page.reload()
  await expect(row).not.toContainText('Never')
  await look(page)

  await row.getByRole('button', { name: 'End Records of Ridge Hospital' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(row).toContainText('Ended')
  expect((await sites()).status).toBe(401)
})

test('a manager makes an API key, copies it once and ends it', async ({ page, lab }) => {
  await staySignedIn(page, await managerOf(lab))
  await page.goto('/manager-dashboard/api-clients')
  await page.getByRole('button', { name: 'Register a client' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Website')
  await form.getByLabel('Who gives it access').selectOption('key')
  await form.getByLabel('Permissions').fill('Read visits')
  await page.getByRole('option', { name: 'Read visits' }).click()
  await look(page)
  await form.getByRole('button', { name: 'Register', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'The client is registered' })
  const headers = { authorization: `Bearer ${await made.getByLabel('API key').inputValue()}` }
  await look(page)
  await made.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Website' })
  await expect(row).toContainText('Valid until')
  const visits = () => fetch(`${lab.url}/api/Labtask/appointments-tasks`, { headers })
  expect((await visits()).status).toBe(200)
  await page.reload()
  await expect(row).not.toContainText('Never')
  await look(page)
  await row.getByRole('button', { name: 'End Website' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(row).toContainText('Ended')
  expect((await visits()).status).toBe(401)
})
