import type { Plugin } from 'vite'

/** Bytes of script before compression; 8,000 when this was written. */
const limit = 30_000

/** Fails the build when the landing page would load more than its own few lines: one import is enough for it. */
export function guardLanding(): Plugin {
  return {
    name: 'guard-landing',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      )
      const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith('/web/index.html'))
      if (!entry) throw new Error('The landing page has no script')
      const loaded = new Set([entry.fileName])
      // A set visits what is added to it while it is walked.
      for (const name of loaded) for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported)
      const size = [...loaded].reduce((sum, name) => sum + (chunks.get(name)?.code.length ?? 0), 0)
      if (size > limit)
        this.error(`The landing page loads ${size} bytes of script: ${[...loaded].join(', ')}`)
    },
  }
}
