import { readFileSync } from 'node:fs'
import { lookInAllVariants } from './accessible.ts'
import { fillLaboratory, type Made } from './full-laboratory.ts'
import { screens } from './screens-of-all.ts'
import { expect, type Page } from './server.ts'
import { staySignedIn } from './sign-in.ts'
import { test } from './watched.ts'

// Other states of a screen, such as an open dialog or a refused form, are checked in the files of the journeys with `look`.
let made: Made
test.beforeAll(async ({ lab }) => {
  await lab.renew()
  made = await fillLaboratory(lab)
})

test('every route is in the list of screens', () => {
  const tree = readFileSync(new URL('../web/src/routeTree.gen.ts', import.meta.url), 'utf8')
  const routes = /\n {2}to:\n([^:]*)\n {2}id:/.exec(tree)?.[1]?.match(/(?<=')\/[^']*/g) ?? []
  expect(routes.length).toBeGreaterThan(90)
  expect(Object.values(screens).flatMap(Object.keys).sort()).toEqual(routes.sort())
})

/** Goes to a path without reloading the application, and waits until the previous screen is gone. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`
    for (const heading of document.querySelectorAll('h1, h2')) heading.dataset.left = ''
    history.pushState(null, '', ${JSON.stringify(path)})`)
  await expect(page.locator(':is(h1, h2):not([data-left])').first(), path).toBeVisible()
}

for (const [who, theirs] of Object.entries(screens)) {
  test(`every screen of a ${who} is accessible, narrow and wide, in light and dark`, async ({
    page,
    watch,
  }) => {
    test.setTimeout(300_000)
    // The preview of a mail on the screen of message texts.
    watch.provokes(/Blocked script execution in 'about:srcdoc'|The document is sandboxed/)
    const by = { visitor: undefined, patient: made.ama, technician: made.hana, manager: made.manager }[who]
    if (by) await staySignedIn(page, by)
    let isOpen = false
    for (const [path, { shows, at }] of Object.entries(theirs)) {
      await test.step(path, async () => {
        const to = at?.(made) ?? path
        await (by && isOpen ? go(page, to) : page.goto(to))
        isOpen = true
        const seen = page.getByText(shows).filter({ visible: true }).first()
        await expect(seen, `${path} with its data`).toBeVisible()
        await lookInAllVariants(page)
      })
    }
  })
}
