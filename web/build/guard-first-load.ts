import type { Plugin } from 'vite'

/**
 * What a first visit may load of script: files, and bytes before compression. When this was written the landing page loaded
 * 3 files of 8,000 bytes, the shell 6 of 563,000.
 */
const limits = [
  { document: 'index.html', files: 4, bytes: 30_000 },
  { document: 'app.html', files: 7, bytes: 600_000 },
]

/** Fails the build when a document would load more: for the landing page one import too many is enough. */
export function guardFirstLoad(): Plugin {
  return {
    name: 'guard-first-load',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      )
      for (const { document, files, bytes } of limits) {
        const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith(`/web/${document}`))
        if (!entry) throw new Error(`${document} has no script`)
        const loaded = new Set([entry.fileName])
        // A set visits what is added to it while it is walked.
        for (const name of loaded)
          for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported)
        const size = [...loaded].reduce((sum, name) => sum + (chunks.get(name)?.code.length ?? 0), 0)
        if (loaded.size > files || size > bytes)
          this.error(`${document} loads ${size} bytes of script: ${[...loaded].join(', ')}`)
      }
    },
  }
}
