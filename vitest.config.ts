import { tanstackRouter } from '@tanstack/router-plugin/vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { linguiMacros } from './web/build/lingui-macros.ts'

/** The longest files start first, so that no worker is still running one when the others are done. */
const longest = [
  'endurance/bench',
  'endurance/embedded-postgres',
  'endurance/faults',
  'endurance/notifications-storm',
  'endurance/database-restarts',
  'endurance/crash',
  'endurance/seed',
  'endurance/demo-morning',
  'endurance/demo',
  'endurance/rolling-restart',
  'push',
  'live-streams',
  'notifications-delivery',
  'import',
  'backups',
  'queue-races',
].map((name) => `server/tests/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const index = longest.findIndex((path) => moduleId.endsWith(path))
      if (index >= 0) return index
      return longest.length + (project.name === 'server' ? 0 : 1)
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/**
 * No isolation: test files keep no state in modules, so that a worker loads each module once for all its files. The timeouts only
 * end tests that hang: on two cores that are shared with other machines, a test can take three times as long.
 */
const shared = {
  isolate: false,
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // See `docs/decisions/0093-repeated-tests.md`.
  retry: process.env.CI ? 1 : 0,
}

/** Node's own loader, as the server uses it in production: Vite does not transform a thousand modules for each worker. */
const byNode = { viteModuleRunner: false, nodeLoader: false }

export default defineConfig({
  test: {
    // For two cores, the smallest machine that the product supports: of three workers, one is usually waiting.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Rules without a shell: no database, no network.
        test: {
          ...shared,
          name: 'rules',
          include: ['{contract,simulation,server/src,scripts}/**/*.test.ts'],
          experimental: byNode,
        },
      },
      {
        plugins: [linguiMacros()],
        test: {
          ...shared,
          name: 'rules of the web',
          include: ['web/src/**/*.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          experimental: byNode,
          include: ['server/tests/**/*.test.ts'],
          globalSetup: ['server/tests/global-setup.ts'],
        },
      },
      {
        // Screens and forms by themselves, with answers in place of the server.
        plugins: [
          linguiMacros(),
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            enableRouteGeneration: false,
            routesDirectory: 'web/src/routes',
            generatedRouteTree: 'web/src/routeTree.gen.ts',
          }),
        ],
        test: {
          ...shared,
          name: 'web',
          include: ['web/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['web/src/testing/setup.ts'],
        },
      },
    ],
  },
})
