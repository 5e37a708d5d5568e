/**
 * Every npm script of Phial: `node scripts/run.js <command>`. Plain JavaScript for any Node from 20 on, because it
 * runs before anything is installed; what it starts runs on Node 24.
 */
import { fileURLToPath } from 'node:url'
import { bench, check, seed, test } from './checks.js'
import { ensureInstalled } from './install.js'
import { findNode } from './node24.js'
import { look, pictures } from './pictures.js'
import { Failure, follow, followAll } from './processes.js'
import { serverArguments, serverEnvironment } from './server-arguments.js'
import { buildWeb, ensureWebBuilt } from './web-build.js'

const commands = {
  async start(node, args) {
    await ensureWebBuilt(node)
    return follow(node, [...serverArguments, ...args], { ...process.env, ...serverEnvironment })
  },
  dev: (node) =>
    followAll([
      [
        node,
        ['--watch', '--watch-preserve-output', ...serverArguments],
        { ...process.env, ...serverEnvironment },
      ],
      [node, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts']],
    ]),
  build: (node) => buildWeb(node),
  check,
  test,
  bench,
  async cluster(node, args) {
    await ensureWebBuilt(node)
    return follow(node, ['bench/cluster/main.ts', ...args])
  },
  monitoring: (node) => follow(node, ['bench/monitoring/main.ts']),
  faults: (node, args) => follow(node, ['bench/faults/main.ts', ...args]),
  seed,
  look,
  pictures,
  async lighthouse(node) {
    await ensureInstalled('lighthouse')
    await ensureWebBuilt(node)
    return follow(node, ['lighthouse/measure.js'])
  },
  client: (node) => follow(node, ['scripts/write-client.ts']),
  instrument: (node, args) => follow(node, ['server/src/simulate-instrument.ts', ...args]),
  'chairs:verify': (node, args) => follow(node, ['server/src/verify-chairs.ts', ...args]),
  'audit:verify': (node, args) => follow(node, ['server/src/verify-audit.ts', ...args]),
  backup: (node, args) => follow(node, ['server/src/backup.ts', ...args]),
  'data-keys': (node, args) => follow(node, ['server/src/data-keys.ts', ...args]),
  restore: (node, args) => follow(node, ['server/src/restore.ts', ...args]),
}

const [name, ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
try {
  if (!command) throw new Failure(`Usage: node scripts/run.js ${Object.keys(commands).join('|')}`)
  process.chdir(fileURLToPath(new URL('..', import.meta.url)))
  await ensureInstalled()
  // Stripping types and compiling takes two fifths of a server's start: later processes reuse the cached code.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url))
  process.exitCode = await command(findNode(), args)
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  process.exitCode = 1
}
