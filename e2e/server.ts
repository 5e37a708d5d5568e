import { test as base, type Page } from '@playwright/test'
import { type KeptPages, keptPages, type PageOptions, type TakenPage } from './kept-pages.ts'
import { type Laboratory, startLaboratory } from './start-laboratory.ts'

export { expect, type Page } from '@playwright/test'
export { codeIn, linkIn, type Person } from './start-laboratory.ts'

/** Opens a page for another person, in a separate browser context. It is given back at the end of the test. */
export type OpenPage = (options?: PageOptions) => Promise<Page>

/**
 * Playwright's `test` with a running product: `lab` is the server of the worker for the whole run, and `page.goto('/login')`
 * is relative to it. A file that needs a laboratory without the data of other files starts with
 * `test.beforeAll(({ lab }) => lab.renew())`. A file that needs other settings calls `test.use({ settings: { DEMO: '1' } })`.
 * It gets its own server, and must be listed in `playwright.config.ts` under `other settings`, which run first.
 */
export const test = base.extend<
  { openPage: OpenPage },
  { settings: Readonly<Record<string, string>>; lab: Laboratory; pages: KeptPages }
>({
  settings: [{}, { option: true, scope: 'worker' }],
  lab: [
    async ({ settings }, use) => {
      const lab = await startLaboratory(settings)
      await use(lab)
      await lab.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ lab }, use) => {
    lab.use()
    await use(lab.url)
  },
  pages: [
    async ({ browser }, use) => {
      const pages = keptPages(browser)
      await use(pages)
      await pages.close()
    },
    { scope: 'worker' },
  ],
  openPage: async ({ pages, baseURL, viewport, colorScheme }, use) => {
    const taken: TakenPage[] = []
    await use(async (options) => {
      const another = await pages.take({
        ...(baseURL && { baseURL }),
        viewport,
        colorScheme,
        // Without a graphics card, each frame of an animation is drawn by the processor.
        reducedMotion: 'reduce',
        ...options,
      })
      taken.push(another)
      return another.page
    })
    for (const { giveBack } of taken) await giveBack()
  },
  page: async ({ openPage, locale, javaScriptEnabled, contextOptions }, use) => {
    const options = { ...(locale && { locale }), ...(javaScriptEnabled === false && { javaScriptEnabled }) }
    await use(await openPage({ ...options, ...contextOptions }))
  },
  context: ({ page }, use) => use(page.context()),
})
