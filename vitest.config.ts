import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores are the smallest machine the product is made for; PostgreSQL and the hashing threads need them too.
    maxWorkers: 2,
    projects: [
      {
        // Rules without a shell: no database, no network.
        test: {
          name: 'rules',
          include: ['{contract,simulation,server/src,web/src,scripts}/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/tests/**/*.test.ts'],
          globalSetup: ['server/tests/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
