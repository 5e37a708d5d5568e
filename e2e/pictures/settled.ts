import { expect, type Page } from '../server.ts'

/** Resolves when the screen is loaded: it shows no skeleton, and the fonts are loaded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], .animate-breathe')).toHaveCount(0)
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}
