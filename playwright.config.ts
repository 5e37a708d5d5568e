import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/chromium.ts'

const { executablePath, env, args } = findBrowser()

const otherSettings = /(demo|first-manager|issuer)\.spec\.ts$/

/** A server for each worker, see e2e. No retries: a test that fails now and then is a fault to find. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  workers: 3,
  projects: [
    // First, because the worker's laboratory ends where a server with other settings begins.
    { name: 'other settings', testMatch: otherSettings },
    { name: 'laboratory', testIgnore: otherSettings },
  ],
  // Not a measure: two cores shared with a browser, a server and a database are slow at times.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  forbidOnly: Boolean(env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, env, args },
    // With `--trace retain-on-failure` when it is needed: in each run it takes a fifth of the processor time.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
