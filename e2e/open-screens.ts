import type { Made } from './full-laboratory.ts'
import { screens, type Who } from './screens-of-all.ts'
import { expect, type Page, test } from './server.ts'
import { staySignedIn } from './sign-in.ts'

/** Who opens the screens of a list; undefined for visitors. */
export const personOf = (made: Made, who: Who) =>
  ({
    visitor: undefined,
    patient: made.ama,
    technician: made.hana,
    manager: made.manager,
    clinician: made.clinician,
  })[who]

/** Opens every screen of a list, one after the other, and calls `look` for each once its data is shown. `path` is its route. */
export async function openScreens(
  page: Page,
  made: Made,
  who: Who,
  look: (path: string) => Promise<void>,
  says: 'its text' | 'a heading' = 'its text',
): Promise<void> {
  const by = personOf(made, who)
  if (by) await staySignedIn(page, by)
  let isOpen = false
  for (const [path, { shows, at }] of Object.entries(screens[who])) {
    await test.step(path, async () => {
      const to = at?.(made) ?? path
      await (by && isOpen ? go(page, to) : page.goto(to))
      isOpen = true
      const seen = says === 'its text' ? page.getByText(shows) : page.getByRole('heading')
      await expect(seen.filter({ visible: true }).first(), `${path} with its data`).toBeVisible()
      await look(path)
    })
  }
}

/** Goes to a path without reloading the application, and waits until the previous screen is gone. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    for (const heading of document.querySelectorAll('h1, h2')) heading.dataset.left = ''
    history.pushState(null, '', ${JSON.stringify(path)})`)
  await expect(page.locator(':is(h1, h2):not([data-left])').first(), path).toBeVisible()
}
