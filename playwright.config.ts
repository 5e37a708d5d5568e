import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/chromium.ts'

const { executablePath, env, args } = findBrowser()

const otherSettings = /(demo|first-manager|other-ways-in|pay-by-phone)\.spec\.ts$/

/** Each worker has its own server, see `e2e/server.ts`. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  // On two cores: one worker keeps one core busy, and a third runs while another waits. With four, each test is slower.
  workers: 3,
  projects: [
    // First, because a change of settings makes Playwright replace the worker, and with it the worker's laboratory.
    { name: 'other settings', testMatch: otherSettings },
    { name: 'laboratory', testIgnore: otherSettings },
  ],
  // Not a measure: two cores shared with a browser, a server and a database are slow at times.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A repeated test is reported as flaky: a fault to find, see `docs/decisions/0093-repeated-tests.md`.
  retries: env.CI ? 1 : 0,
  forbidOnly: Boolean(env.CI),
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // `accessible.ts` checks the light mode.
    colorScheme: 'dark',
    launchOptions: { executablePath, env, args },
    // Use `--trace retain-on-failure` when needed. Tracing every run would take a third of the processor time.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
