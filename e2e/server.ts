import { test as base } from '@playwright/test'
import { type Laboratory, startLaboratory } from './start-laboratory.ts'

export { expect, type Page } from '@playwright/test'
export { codeIn, linkIn, type Person } from './start-laboratory.ts'

/**
 * Playwright's `test` with a running product: `lab` is the server of the worker for the whole run, and `page.goto('/login')`
 * is relative to it. A file that needs a laboratory without the data of other files starts with
 * `test.beforeAll(({ lab }) => lab.renew())`. A file that needs other settings calls `test.use({ settings: { DEMO: '1' } })`.
 * It gets its own server, and must be listed in `playwright.config.ts` under `other settings`, which run first.
 */
export const test = base.extend<object, { settings: Readonly<Record<string, string>>; lab: Laboratory }>({
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
})
