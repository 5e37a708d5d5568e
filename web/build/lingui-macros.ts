import { transformAsync } from '@babel/core'
import macros from '@lingui/babel-plugin-lingui-macro'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'

/**
 * Lingui with its macros. They are Babel's, which sees only files that use them: Lingui's native transform is not installed by npm
 * on Node 20. English messages stay in the code, so that English readers load no catalogue.
 */
export const linguiMacros = (): Plugin[] => [
  {
    name: 'lingui-macros',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?(\?|$)/, code: /@lingui\/(core|react)\/macro/ },
      async handler(code, id) {
        const made = await transformAsync(code, {
          filename: id.replace(/\?.*/, ''),
          configFile: false,
          babelrc: false,
          compact: false,
          parserOpts: { plugins: ['typescript', 'jsx'] },
          plugins: [[macros, { descriptorFields: 'message' }]],
          sourceMaps: true,
        })
        return made?.code == null ? null : { code: made.code, map: made.map ?? null }
      },
    },
  },
  ...lingui({ failOnCompileError: true }),
]
