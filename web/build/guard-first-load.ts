import type { Plugin } from 'vite'

/**
 * The most script that a first visit may load: files, and bytes before compression. When this was written, the landing page
 * loaded 3 files with 8,000 bytes in all, the shell 6 files with 533,000 bytes.
 */
const limits = [
  { document: 'index.html', files: 4, bytes: 30_000 },
  { document: 'app.html', files: 6, bytes: 560_000 },
]

/** Fails the build when a document would load more. For the landing page a single wrong import can be enough. */
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
        // Iterating a Set also visits members added during the iteration.
        for (const name of loaded)
          for (const imported of chunks.get(name)?.imports ?? []) loaded.add(imported)
        const size = [...loaded].reduce((sum, name) => sum + (chunks.get(name)?.code.length ?? 0), 0)
        if (loaded.size > files || size > bytes)
          this.error(`${document} loads ${size} bytes of script: ${[...loaded].join(', ')}`)
      }
    },
  }
}
