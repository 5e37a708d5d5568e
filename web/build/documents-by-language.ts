import type { Plugin, Rolldown } from 'vite'
import { directionOf } from '../../contract/language.ts'
import { type DocumentWords, documentWords } from './prerender-landing.ts'

/**
 * Writes each document once more for each further language: its words, its `lang` and `dir`, and before the application's script
 * the one with the texts. So a reader loads one language, beside everything else and not after it. Documents with their own first
 * paint are made from `app.html`.
 */
export function documentsByLanguage(languages: readonly string[]): Plugin {
  return {
    name: 'documents-by-language',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const emit = (name: string, language: string, source: string) =>
          this.emitFile({
            type: 'asset',
            fileName: language === 'en' ? `${name}.html` : `${name}.${language}.html`,
            source,
          })
        const sourceOf = (name: string) => {
          const document = bundle[`${name}.html`]
          if (document?.type !== 'asset') throw new Error(`${name}.html was not built`)
          return String(document.source)
        }
        const emitPainted = (app: string, { words, painted }: DocumentWords, language: string) => {
          for (const [name, shown] of Object.entries(painted))
            emit(
              name,
              language,
              app.replace(words.app, () => shown),
            )
        }
        const [landing, app] = [sourceOf('index'), sourceOf('app')]
        emitPainted(app, await documentWords('en'), 'en')
        for (const language of languages) {
          // The landing page holds its texts itself.
          emit('index', language, await translated(landing, language))
          const other = withScript(await translated(app, language), scriptOf(bundle, language))
          emit('app', language, other)
          emitPainted(other, await documentWords(language), language)
        }
      },
    },
  }
}

async function translated(html: string, language: string): Promise<string> {
  const [{ words: english }, { words: other }] = [await documentWords('en'), await documentWords(language)]
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
