import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

/**
 * `node scripts/bundle-server.ts <folder>` writes the server as `main.mjs`, and as `servers-in-turn.mjs` for the browser tests. A test run
 * starts more than a hundred servers, and loading 1,400 modules is two fifths of the processor time of a start. See
 * `docs/decisions/0158-servers-of-tests-from-a-bundle.md`.
 */
const folder = process.argv[2]
if (!folder) throw new Error('Usage: node scripts/bundle-server.ts <folder>')

/** The server finds its threads, programs, migrations and data beside its sources. */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform: (code, id) =>
    code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id.split('?')[0] ?? id).href)),
}

await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [placesOfSources],
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: ['server/src/main.ts', 'server/tests/servers-in-turn.ts'],
      // Names of classes and functions are written into logs.
      output: { keepNames: true, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
  // The packages with the most modules. The others are loaded as they are.
  ssr: { noExternal: ['zod', 'kysely'] },
})
