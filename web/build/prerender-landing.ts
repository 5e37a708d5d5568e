import { createServer, type Plugin } from 'vite'
import { linguiMacros } from './lingui-macros.ts'

/** What the documents say before, and without, any script. */
export type DocumentWords = {
  /** By their place in `index.html` and `app.html`. */
  readonly words: Readonly<Record<'title' | 'description' | 'landing' | 'app', string>>
  /** By document: what it shows in place of `app` (`first-paint.tsx`). */
  readonly painted: Readonly<Record<string, string>>
}

const placeOf = (name: string) => `<!--${name}-->`

/**
 * Puts the words into `index.html` and `app.html`. Both are English: all other documents are made from them
 * (`documents-by-language.ts`).
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { words } = await documentWords('en')
        return Object.entries(words).reduce(
          (page, [name, text]) => page.replace(placeOf(name), () => text),
          html,
        )
      },
    },
  }
}

const known = new Map<string, Promise<DocumentWords>>()

/** The words in a language, rendered once. While developing they stay as they were when the server started. */
export function documentWords(language: string): Promise<DocumentWords> {
  const words = known.get(language) ?? render(language)
  known.set(language, words)
  return words
}

/**
 * A Vite server without plugins of the application renders the components: their CSS modules then get the very names that the
 * build gives them. One for each language, since modules hold texts.
 */
async function render(language: string): Promise<DocumentWords> {
  const server = await createServer({
    configFile: false,
    root: `${import.meta.dirname}/..`,
    appType: 'custom',
    logLevel: 'error',
    plugins: [linguiMacros()],
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  })
  try {
    if (language !== 'en') await server.ssrLoadModule(`/src/words/${language}.ts`)
    const { documentWords: wordsOf } = await server.ssrLoadModule('/src/landing-markup.tsx')
    return wordsOf()
  } finally {
    await server.close()
  }
}
