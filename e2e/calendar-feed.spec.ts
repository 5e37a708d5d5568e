import { look } from './accessible.ts'
import { expect, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'

test('a patient makes a calendar address, replaces it and stops it', async ({ page, lab }) => {
  await staySignedIn(page, await lab.signUp({ fullName: 'Ama Calendar' }))
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Create a calendar address' }).click()
  const field = page.getByLabel('Calendar address')
  const address = await field.inputValue()
  const status = async (url: string) => (await fetch(url)).status
  expect(await status(address)).toBe(200)
  await look(page)
  await page.getByRole('button', { name: 'Create a new address' }).click()
  await expect(field).not.toHaveValue(address)
  const renewed = await field.inputValue()
  expect([await status(address), await status(renewed)]).toEqual([404, 200])
  await page.reload()
  await expect(page.getByText('You created an address')).toBeVisible()
  await expect(page.getByLabel('Calendar address')).toHaveCount(0)
  await look(page)
  await page.getByRole('button', { name: 'Stop the address' }).click()
  await expect(page.getByRole('button', { name: 'Create a calendar address' })).toBeVisible()
  expect(await status(renewed)).toBe(404)
})
