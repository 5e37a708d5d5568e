import { defineConfig } from 'vitest/config'

/** Kill servers and databases and hold their return to a time: nothing else runs meanwhile. */
const power = ['crash', 'database-restarts', 'embedded-postgres', 'full-disk'].map(
  (name) => `server/tests/${name}.test.ts`,
)
/** Thousands of messages or visits, and whole laboratories in processes of their own. */
const stress = ['bench', 'demo', 'notifications-storm', 'seed'].map((name) => `server/tests/${name}.test.ts`)

/** A file keeps nothing in its modules, so that a worker loads them once for all of its files. */
const shared = { isolate: false }
const onDatabase = {
  ...shared,
  globalSetup: ['server/tests/global-setup.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    // Two cores are the smallest machine the product is made for; PostgreSQL and the hashing threads need them too.
    maxWorkers: 2,
    projects: [
      {
        // Rules without a shell: no database, no network.
        test: {
          ...shared,
          name: 'rules',
          testTimeout: 20_000,
          include: ['{contract,simulation,server/src,web/src,scripts}/**/*.test.ts'],
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'server',
          include: ['server/tests/**/*.test.ts'],
          exclude: [...power, ...stress],
        },
      },
      { test: { ...onDatabase, name: 'stress', include: stress } },
      {
        test: {
          ...onDatabase,
          name: 'power',
          include: power,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
