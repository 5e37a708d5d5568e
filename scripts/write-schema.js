import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the types of the tables from a database: `npm run schema -- postgresql://…`. The generator leaves out the
 * imports of the types that its configuration names for columns; they are added here.
 */
const [url] = process.argv.slice(2)
if (!url) throw new Error('Give the address of a database that has run all migrations')
const config = 'server/kysely-codegen.json'
execFileSync('npx', ['kysely-codegen', '--config-file', config, '--url', url], {
  stdio: ['ignore', 'inherit', 'ignore'],
})

const { customImports, outFile } = JSON.parse(readFileSync(config, 'utf8'))
/** @type {Map<string, string[]>} */
const names = new Map()
for (const [name, file] of Object.entries(customImports)) names.set(file, [...(names.get(file) ?? []), name])
const imports = [...names]
  .map(([file, types]) => `import type { ${types.sort().join(', ')} } from '${file}'`)
  .sort()
const path = `server/${outFile}`
const written = readFileSync(path, 'utf8')
writeFileSync(
  path,
  written.replace(/^import type .*\n/m, (line) => `${line}${imports.join('\n')}\n`),
)
