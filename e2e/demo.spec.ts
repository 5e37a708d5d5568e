import { demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { look } from './accessible.ts'
import { expect, test } from './server.ts'

// Quick enough that something happens while the test looks on.
test.use({ settings: { DEMO: '1', DEMO_SPEED: '600' } })
test.setTimeout(90_000)

test('a demonstration lets everybody in with one press, and shows a laboratory at work', async ({
  page,
  lab,
}) => {
  await page.goto('/login')
  const card = page.getByRole('region', { name: 'Demo sign-ins' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await look(page)

  // By keyboard alone.
  await card.getByRole('button', { name: /manager/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue('manager@example.com')
  await page.getByRole('button', { name: 'Log In' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/manager-dashboard/)

  // Nobody presses anything here: what is released is released by those who work here.
  const [, , signIn] = demoSignIns
  const manager = await lab.call<{ token: string }>('POST', '/api/auth/login', {
    body: { email: signIn?.email, password: signIn?.password },
  })
  const path = '/api/Labtask/released?limit=1'
  const latest = () => lab.call<object>('GET', path, { by: manager }).then((list) => JSON.stringify(list))
  const before = await latest()
  await expect.poll(latest, { timeout: 45_000 }).not.toBe(before)
})

test('the technicians’ log-in shows the technician’s sign-in alone', async ({ page }) => {
  await page.goto('/technician-login')
  const card = page.getByRole('region', { name: 'Demo sign-ins' })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await card.getByRole('button').click()
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page).toHaveURL(/technician-dashboard/)
})
