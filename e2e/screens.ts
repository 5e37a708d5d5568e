import { expect, type Locator, type Page } from '@playwright/test'

/** What a screen is called. */
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name })

/**
 * Types a code and presses Enter as a scanner does, whatever has the focus. The keys are sent without waiting for each
 * other: the product tells a scanner from a person by its speed, which a busy machine must not slow down. The heading of a screen can
 * be there before its field, without which the scan is lost.
 */
export async function scan(page: Page, code: string): Promise<void> {
  await expect(page.getByLabel('Scan or type a code')).toBeVisible()
  await Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))
}
