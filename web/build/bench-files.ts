import type { Plugin, Rolldown } from 'vite'

/** Routes of the bench that open without a connection: the day's visits, the queue, worklists, tasks and samples. */
const routes =
  /\/routes\/(_bench|technician-dashboard|_bench\/(worklist|collect\.index|tasks\.\$id|sample\.\$accession)|technician-dashboard\/.*)\.tsx/
const isRoute = (chunk: Rolldown.OutputChunk) => /\/src\/routes\//.test(chunk.facadeModuleId ?? '')

/**
 * Writes the list of files that these screens need into the service worker: the shell, their chunks, and chunks that are loaded later,
 * such as dialogs.
 */
export function benchFiles(): Plugin {
  return {
    name: 'bench-files',
    apply: 'build',
    enforce: 'post',
    // After Vite has removed chunks with styles only.
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const shell = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/web/app.html'))
      const worker = bundle['sw.js']
      if (!shell || worker?.type !== 'chunk') throw new Error('The shell or the service worker was not built')
      const start = chunks.filter((chunk) => isRoute(chunk) && routes.test(chunk.facadeModuleId ?? ''))
      if (start.length === 0) throw new Error('There is no route of the bench')
      const wanted = new Set([shell, ...start].map(({ fileName }) => fileName))
      const files = new Set<string>()
      // Iterating a Set also visits members added during the iteration.
      for (const name of wanted) {
        const chunk = named.get(name)
        if (!chunk) continue
        for (const one of chunk.imports) wanted.add(one)
        const later = chunk === shell || chunk.name === 'shell' ? [] : chunk.dynamicImports
        for (const one of later) {
          const part = named.get(one)
          if (part && !isRoute(part)) wanted.add(one)
        }
        for (const kind of ['importedCss', 'importedAssets'] as const) {
          for (const file of chunk.viteMetadata?.[kind] ?? []) files.add(file)
        }
      }
      // If a module is imported dynamically and statically, the bundler may write a second chunk for the dynamic import, which only
      // re-exports the module.
      const held = new Set([...wanted].flatMap((name) => named.get(name)?.moduleIds ?? []))
      for (const { fileName, facadeModuleId } of chunks)
        if (facadeModuleId && held.has(facadeModuleId)) wanted.add(fileName)
      const paths = [...wanted, ...files]
        .filter((name) => name in bundle)
        .map((name) => `/${name}`)
        .sort()
      worker.code = worker.code.replaceAll('benchFiles', JSON.stringify(paths))
    },
  }
}
