import type { Locator, Page } from '@playwright/test'

/**
 * Does what a person does with a screen, and counts it. A click is one press of the pointer; a native select takes two, one
 * to open it and one for the option. A key is one character typed. Everything counts from the first press on the first page
 * to the last before the confirmation; scrolling, and reading the code in the mail, do not.
 */
export function countHands(page: Page) {
  let clicks = 0
  let keys = 0
  return {
    async click(control: Locator): Promise<void> {
      await control.click()
      clicks += 1
    },
    async choose(select: Locator, label: string): Promise<void> {
      await select.selectOption({ label })
      clicks += 2
    },
    /** Into whatever has the focus. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      keys += text.length
    },
    count: () => ({ clicks, keys }),
    say(who: string): void {
      process.stdout.write(`${who}: ${clicks} clicks, ${keys} keys\n`)
    },
  }
}
