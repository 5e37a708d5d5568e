import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
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
  await expect(card.getByRole('listitem')).toHaveCount(4)
  await expect(card).toContainText(/there it is Tuesday/)
  await look(page)

  // By keyboard alone.
  await card.getByRole('button', { name: 'Look around as the manager' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/manager-dashboard/)
  await expect(page.getByRole('banner')).toContainText('Tuesday')
  await expect(page.getByRole('heading', { name: /critical value.* to report/ })).toBeVisible()

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
  await card.getByRole('button', { name: 'Look around as the technician' }).click()
  await expect(page).toHaveURL(/technician-dashboard/)
})

test('a payment by mobile money is asked for and approved in the simulation, which says that it is one', async ({
  page,
}) => {
  await page.goto('/technician-login')
  await page.getByRole('button', { name: 'Look around as the technician' }).click()
  await expect(page).toHaveURL(/technician-dashboard/)
  await page.goto('/till')
  await page.getByRole('region', { name: 'Visits to settle' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Ask for mobile money on the phone' }).click()
  const card = page.getByRole('region', { name: 'Mobile money on the phone' })
  await expect(card).toContainText('No phone rings and no money moves')
  await card.getByLabel('Mobile-money number').fill('024 123 4567')
  await card.getByRole('button', { name: 'Send the request to the phone' }).click()
  await expect(card).toContainText('Approve GHS')
  await look(page)
  await expect(card.getByRole('status')).toContainText(/paid\. Receipt R-/)
})

test('the tour points at real screens without covering its target, closes with Escape and resumes, also on a phone', async ({
  openPage,
}) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    const page = await openPage({ viewport })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Take the three-minute tour of the manager' }).click()
    const stop = (place: string) => page.getByRole('region', { name: `Tour, step ${place}` })
    const places = ['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5']
    for (const place of places) {
      const panel = stop(place)
      await expect(panel.getByRole('heading')).toBeFocused()
      const pointed = page.locator('[data-toured]')
      await expect(pointed).toBeVisible()
      const isCovered = async () => {
        const [a, b] = [await panel.boundingBox(), await pointed.boundingBox()]
        if (!a || !b) return true
        return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
      }
      await expect.poll(isCovered, place).toBe(false)
      if (place === '3 of 5') {
        await look(page)
        await panel.getByRole('heading').focus()
        await page.keyboard.press('Escape')
        await expect(panel).toBeHidden()
        await page.reload()
        await page.getByRole('button', { name: 'Resume the tour' }).click()
        await expect(panel).toBeVisible()
      }
      await panel.getByRole('button', { name: place === '5 of 5' ? 'Finish' : 'Next' }).click()
    }
    await expect(page.getByRole('region', { name: /^Tour/ })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Resume the tour' })).toHaveCount(0)
  }
})

test('the examples of the page for developers run as they stand there, with a key from its button', async ({
  page,
}) => {
  await page.goto('/developers')
  await page.getByRole('button', { name: 'Get a key' }).click()
  await expect(page.getByRole('status')).toContainText('They are valid until')
  const blocks = await page.locator('pre').allInnerTexts()
  const commands = blocks.filter((text) => !text.startsWith('import '))
  expect(commands.length).toBeGreaterThan(8)
  const cwd = mkdtempSync(join(tmpdir(), 'phial-examples-'))
  try {
    const script = commands.join('\necho\n')
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], { cwd, maxBuffer: 1e8 })
    expect(stdout).toContain('"name":"Sandbox ')
    expect(stdout).toContain('Appointment booked successfully!')
    expect(stdout).toContain('"status":"cancelled"')
    expect(stdout).toContain('"fields":{"patientDetails"')
    expect(stdout).toContain('"resourceType":"CapabilityStatement"')
    const search = stdout
      .split('\n')
      .find((line) => line.includes('Observation?code=718-7&value-quantity=lt11'))
    const low: { resource: { valueQuantity: { value: number } } }[] = JSON.parse(search ?? '').entry ?? []
    expect(low.length).toBeGreaterThan(0)
    for (const { resource } of low) expect(resource.valueQuantity.value).toBeLessThan(11)
    expect(stdout).toContain('"resourceType":"DiagnosticReport"')
    expect(stdout).toContain('"system":"https://clinic.example/ids"')
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
  await look(page)
})
