import type { Availability } from '../contract/booking.ts'
import { expectAccessible } from './accessible.ts'
import { heading } from './screens.ts'
import { expect, test } from './server.ts'
import { managerOf, open } from './sign-in.ts'

// The screens write days in one format, whatever the language of the browser.
test.use({ locale: 'en-US' })

test('a date field has the format of the rest of the screen, and accepts the common ways to write a date', async ({
  page,
  lab,
}) => {
  await open(page, '/manager-dashboard/calendar?day=2026-11-18', await managerOf(lab))
  const day = page.getByLabel('Day', { exact: true })
  await expect(day).toHaveValue('Wed 18 Nov 2026')
  await expect(page.getByText('Wednesday 18 November 2026')).toBeVisible()
  for (const [typed, shown] of [
    ['19/11/2026', 'Thu 19 Nov 2026'],
    ['2026-11-20', 'Fri 20 Nov 2026'],
    ['3 December 2026', 'Thu 3 Dec 2026'],
  ] as const) {
    await day.fill(typed)
    await day.blur()
    await expect(day).toHaveValue(shown)
  }
  await expect(page.getByText('Thursday 3 December 2026')).toBeVisible()
  await day.fill('12/31/2026')
  await day.blur()
  await expect(day).toHaveAccessibleDescription('Enter a date like 18/11/2026')
  await day.fill('31/12/2026')
  await expect(day).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Thursday 31 December 2026')).toBeVisible()
  // On a day without visits the keyboard scrolls the chairs, too.
  const chairs = page.getByRole('region', { name: 'Chairs' })
  await chairs.focus()
  await expect(chairs).toBeFocused()
  await expectAccessible(page)
})

test('the calendar of free times starts with the first day that can be booked', async ({ page, lab }) => {
  const { days } = await lab.call<Availability>('GET', '/api/availability')
  const first = days.find(({ starts }) => starts.length > 0)?.day ?? ''
  await page.goto('/select-date')
  const span = page.getByRole('region', { name: 'Calendar' }).getByRole('heading')
  await expect(span).toHaveText(new RegExp(`^${Number(first.slice(8))} `))
  await expect(page.getByRole('button', { name: 'Earlier week' })).toBeDisabled()
  await page.getByRole('button', { name: 'Later week' }).click()
  await page.getByRole('button', { name: 'Earlier week' }).click()
  await expect(span).toHaveText(new RegExp(`^${Number(first.slice(8))} `))
})

test('a dialog of an area is centred in the window', async ({ page, lab }) => {
  await open(page, '/manager-dashboard', await managerOf(lab))
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.locator('header button[aria-haspopup="dialog"][title]').click()
  const dialog = page.getByRole('dialog')
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox()
        return box && Math.abs(box.x + box.width / 2 - width / 2)
      })
      .toBeLessThan(12)
  }
})
