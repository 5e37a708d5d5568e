import type { Locator, Page } from '@playwright/test'

/**
 * Operates a screen as a person does, and counts clicks and keys. A click is one press of the pointer; a native select takes two,
 * one to open it and one for the option. A key is one typed character. The count starts with the first press on the first page
 * and ends with the last one before the confirmation. Scrolling and reading the code in the mail are not counted.
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
    /** Types into the focused element. */
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
