import { type PluginObj, transformAsync, types } from '@babel/core'
import macros from '@lingui/babel-plugin-lingui-macro'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin } from 'vite'

/**
 * Lingui with its macros. They are Babel's, which sees only files that use them: Lingui's native transform is not installed by npm
 * on Node 20. English messages stay in the code, so that English readers load no catalogue. They are compiled here, since the parser
 * of messages would be 7 kB of every first visit.
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
          plugins: [[macros, { descriptorFields: 'message' }], compileMessages],
          sourceMaps: true,
        })
        return made?.code == null ? null : { code: made.code, map: made.map ?? null }
      },
    },
  },
  ...lingui({ failOnCompileError: true }),
]

/** The comment by which the macros mark a message for the extractor. */
const mark = '* i18n'

/** Replaces the English of each message that the macros have written by its parts, if it has values. Other texts stay as they are. */
const compileMessages = (): PluginObj => ({
  visitor: {
    ObjectExpression({ node }) {
      if (!node.leadingComments?.some(({ value }) => value.trim() === mark)) return
      for (const property of node.properties) {
        if (!types.isObjectProperty(property) || !types.isIdentifier(property.key, { name: 'message' }))
          continue
        if (!types.isStringLiteral(property.value)) continue
        const parts = compileMessage(property.value.value)
        if (typeof parts === 'string') property.value = types.stringLiteral(parts)
        else if (parts.every((part) => typeof part === 'string'))
          property.value = types.stringLiteral(parts.join(''))
        // Without keys that have no value, such as the offset of a plural.
        else property.value = types.valueToNode(JSON.parse(JSON.stringify(parts)))
      }
    },
  },
})
