import type { Plugin, Rolldown } from 'vite'
import { directionOf } from '../../contract/language.ts'
import { documentWords } from './prerender-landing.ts'

/**
 * Writes each document once more for each further language: its words, its `lang` and `dir`, and before the application's script
 * the one with the texts. So a reader loads one language, beside everything else and not after it.
 */
export function documentsByLanguage(languages: readonly string[]): Plugin {
  return {
    name: 'documents-by-language',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const name of ['index', 'app']) {
          const document = bundle[`${name}.html`]
          if (document?.type !== 'asset') throw new Error(`${name}.html was not built`)
          for (const language of languages) {
            const said = await translated(String(document.source), language)
            // The landing page holds its texts itself.
            const source = name === 'app' ? withScript(said, scriptOf(bundle, language)) : said
            this.emitFile({ type: 'asset', fileName: `${name}.${language}.html`, source })
          }
        }
      },
    },
  }
}

async function translated(html: string, language: string): Promise<string> {
  const [english, other] = [await documentWords('en'), await documentWords(language)]
  const opening = `<html lang="${language}" dir="${directionOf(language)}">`
  return (Object.keys(english) as (keyof typeof english)[]).reduce(
    (page, name) => page.replace(english[name], () => other[name]),
    html.replace('<html lang="en">', opening),
  )
}

function scriptOf(bundle: Rolldown.OutputBundle, language: string): string {
  const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === `words-${language}`)
  if (!chunk) throw new Error(`There is no script with the texts in ${language}`)
  return chunk.fileName
}

/** Module scripts run in the order in which they stand in a document. */
const withScript = (html: string, script: string) =>
  html.replace(
    '<script type="module"',
    (first) => `<script type="module" crossorigin src="/${script}"></script>\n    ${first}`,
  )
