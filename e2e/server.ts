import { test as base } from '@playwright/test'
import { type Laboratory, startLaboratory } from './start-laboratory.ts'

export { expect, type Page } from '@playwright/test'
export { codeIn, linkIn, type Person } from './start-laboratory.ts'

/**
 * Playwright's `test` with the product behind it: `lab` is one server for a worker and the whole run, `page.goto('/login')`
 * goes there. A file to which it matters what others have left behind begins with
 * `test.beforeAll(({ lab }) => lab.renew())`. One that needs other settings says `test.use({ settings: { DEMO: '1' } })`, gets
 * a server of its own for it, and stands in `playwright.config.ts` among those that run first.
 */
export const test = base.extend<object, { settings: Readonly<Record<string, string>>; lab: Laboratory }>({
  settings: [{}, { option: true, scope: 'worker' }],
  lab: [
    async ({ settings }, use) => {
      const lab = await startLaboratory(settings)
      await use(lab)
      await lab.close()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ lab }, use) => {
    lab.use()
    await use(lab.url)
  },
})
