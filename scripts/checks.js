import { follow } from './processes.js'
import { ensureWebBuilt } from './web-build.js'

// Into a file, Biome's colours are an escape sequence per letter.
const colours = process.stdout.isTTY ? '--colors=force' : '--colors=off'

const steps = [
  ['Types of server, contract and tests', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json']],
  ['Types of the web', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json']],
  ['Lint and format', ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', colours, '.']],
  ['Unused files, exports and packages', ['node_modules/knip/bin/knip.js']],
  ['Boundaries, units and database', ['node_modules/vitest/vitest.mjs', 'run']],
]
const browser = ['In a real browser', ['node_modules/@playwright/test/cli.js', 'test']]

/** All but the browser. Resolves to an exit code; the first failing step ends it. */
export const check = (node, args) => runAll(node, args.length > 0 ? withArguments(args) : steps)

/** Everything. */
export async function test(node, args) {
  const code = await check(node, [])
  if (code !== 0) return code
  await ensureWebBuilt(node)
  return runAll(node, [[browser[0], [...browser[1], ...args]]])
}

/** `npm run bench -- …` */
export const bench = (node, args) => follow(node, ['bench/main.ts', ...args])

/** `npm run seed -- …`. Its rows are made in bulk and soon gone: with more room for the young, half of the cleaning goes. */
export const seed = (node, args) =>
  follow(node, ['--max-semi-space-size=64', 'server/src/demo/seed.ts', ...args])

async function runAll(node, list) {
  for (const [title, command] of list) {
    console.log(`\n── ${title}`)
    const code = await follow(node, command)
    if (code !== 0) {
      console.error(`\nFailed: ${title} (exit code ${code})`)
      return code
    }
  }
  return 0
}

/** `npm run check -- booking`: only the tests whose files match. */
const withArguments = (args) => [['Tests', ['node_modules/vitest/vitest.mjs', 'run', ...args]]]
