import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/chromium.ts'

const { executablePath, env, args } = findBrowser()

/** Each test file starts its own server, see e2e. No retries: a test that fails now and then is a fault to find. */
export default defineConfig({
  testDir: 'e2e',
  workers: 2,
  // Not a measure: two cores shared with a browser, a server and a database are slow at times.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: Boolean(env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, env, args },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
})
