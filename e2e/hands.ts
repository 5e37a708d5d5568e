import type { Locator, Page } from '@playwright/test'
import { scan } from './screens.ts'

/**
 * Operates a screen as a person does, and counts clicks, keys and scans. A click is one press of the pointer; a native select
 * takes two, one to open it and one for the option. A key is one typed character, or one pressed key with its modifiers. A scan is
 * one code read by a scanner. The count starts on the first page of a journey and ends when its goal is on the screen. Scrolling,
 * reading, and taking up the telephone are not counted.
 */
export function countHands(page: Page) {
  let clicks = 0
  let keys = 0
  let scans = 0
  return {
    async click(control: Locator): Promise<void> {
      await control.click()
      clicks += 1
    },
    async choose(select: Locator, label: string): Promise<void> {
      await select.selectOption({ label })
      clicks += 2
    },
    /** Types into the focused element. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      keys += text.length
    },
    async press(key: string): Promise<void> {
      await page.keyboard.press(key)
      keys += 1
    },
    async scan(code: string): Promise<void> {
      await scan(page, code)
      scans += 1
    },
    count: () => ({ clicks, keys, scans }),
    /** Prints the count of a journey beside the results of the tests. */
    say(who: string): void {
      const scanned = scans > 0 ? `, ${scans} scans` : ''
      process.stdout.write(`${who}: ${clicks} clicks, ${keys} keys${scanned}\n`)
    },
  }
}
