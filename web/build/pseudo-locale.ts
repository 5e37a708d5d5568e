import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin } from 'vite'

/** Texts in other languages are often a third longer than in English. */
const lengthened = { extend: 0.35, extendCharacter: '~' }

/** Every text of the screens, lengthened and with accents, as JSON by its id. A text without accents is not in the catalogues. */
export async function pseudoMessages(): Promise<string> {
  const english: Record<string, string> = {}
  for (const catalogue of await getCatalogs(getConfig())) {
    const entries = (await catalogue.read('fr')) ?? {}
    for (const [id, { message = id }] of Object.entries(entries)) english[id] = message
  }
  const { source, errors } = createCompiledCatalog('pseudo', english, {
    namespace: 'json',
    pseudoLocale: 'pseudo',
    pseudoLocaleOptions: lengthened,
  })
  const [first] = errors
  if (first) throw first.error
  return JSON.stringify(JSON.parse(source).messages)
}

/** The screens in the pseudo-locale, from right to left: `PSEUDO=1 npm run dev`. No build has it. */
export const pseudoLocale = (): Plugin => ({
  name: 'pseudo-locale',
  apply: (_, { command }) => command === 'serve' && process.env.PSEUDO === '1',
  transform: {
    filter: { id: /\/web\/src\/lib\/i18n\.ts$/ },
    handler: async (code) =>
      `${code}\ni18n.load('en', ${await pseudoMessages()})\ndocument.documentElement.dir = 'rtl'\n`,
  },
})
