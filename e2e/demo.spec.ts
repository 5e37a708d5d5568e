import { demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { look } from './accessible.ts'
import { expect, test } from './server.ts'

// Quick enough that something happens while the test looks on.
test.use({ settings: { DEMO: '1', DEMO_SPEED: '600' } })
test.setTimeout(90_000)

test('a demonstration lets everybody in with one press, and opens on a busy morning', async ({
  page,
  lab,
}) => {
  await page.goto('/login')
  const card = page.getByRole('region', { name: 'Look around' })
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card).toContainText(/there it is Tuesday/)
  await look(page)

  // By keyboard alone.
  await card.getByRole('button', { name: 'Look around as the manager' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/manager-dashboard/)
  await expect(page.getByRole('banner')).toContainText('Tuesday')
  await expect(page.getByRole('heading', { name: /critical value.* to call/ })).toBeVisible()

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

test('the technicians’ log-in lets in the technician of the demonstration alone', async ({ page }) => {
  await page.goto('/technician-login')
  const card = page.getByRole('region', { name: 'Look around' })
  await expect(card.getByRole('listitem')).toHaveCount(1)
  await card.getByRole('button').click()
  await expect(page).toHaveURL(/technician-dashboard/)
})
