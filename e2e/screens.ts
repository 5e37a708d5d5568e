import type { Locator, Page } from '@playwright/test'

/** What a screen is called. */
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name })

/** A scanner: it types at once, wherever the focus is, and presses Enter. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}
