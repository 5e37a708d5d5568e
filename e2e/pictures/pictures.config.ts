import { defineConfig } from '@playwright/test'
import every from '../../playwright.config.ts'

/** Configuration for pictures of the screens: `npm run look` and `npm run pictures`. Not part of `npm test`. */
export default defineConfig({
  ...every,
  testDir: '.',
  globalSetup: '../start-server.ts',
  outputDir: '../../.look/changed',
  snapshotPathTemplate: '{testDir}/../../.look/accepted/{arg}{ext}',
  projects: [
    { name: 'demonstration', testMatch: 'demonstration.ts' },
    { name: 'look', testMatch: 'every-picture.ts' },
  ],
  // Accepted pictures are only replaced with `--accept`.
  updateSnapshots: 'none',
  reporter: 'line',
})
