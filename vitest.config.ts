import { defineConfig } from 'vitest/config'

const alone = ['server/tests/crash.test.ts', 'server/tests/embedded-postgres.test.ts']

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
          exclude: alone,
          globalSetup: ['server/tests/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Kills servers and databases and says how soon they are back: nothing else runs meanwhile.
        test: {
          name: 'power',
          include: alone,
          globalSetup: ['server/tests/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
