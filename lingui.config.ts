import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { contractExtractor } from './web/texts/contract-extractor.ts'
import { screensExtractor } from './web/texts/screens-extractor.ts'
import { staffOnly } from './web/texts/staff-only.ts'

/**
 * English stands in the source; the catalogues hold the other languages. What patients and visitors see is one catalogue, loaded
 * with the document; what only staff see is another, loaded when a member of staff signs in.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['fr', 'tw'],
  catalogs: [
    {
      path: '<rootDir>/web/words/{locale}/everybody',
      include: ['<rootDir>/web/src', '<rootDir>/web/texts/texts-for-everybody.ts'],
      exclude: ['**/*.test.*', '**/testing/**', ...staffOnly],
    },
    {
      path: '<rootDir>/web/words/{locale}/staff',
      include: [...staffOnly, '<rootDir>/web/texts/texts-for-staff.ts'],
      exclude: ['**/*.test.*'],
    },
  ],
  format: formatter({ origins: true, lineNumbers: false }),
  extractors: [contractExtractor, screensExtractor],
  runtimeConfigModule: {
    i18n: ['#web/lib/i18n.ts', 'i18n'],
    Trans: ['#web/lib/trans.tsx', 'Trans'],
  },
})
