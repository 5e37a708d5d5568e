import { fileURLToPath } from 'node:url'
import { follow } from './processes.js'
import { ensureWebBuilt } from './web-build.js'

const playwright = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--config',
  'e2e/pictures/pictures.config.ts',
]

/** Sets the fixed date for the test runner, its workers and the servers. */
const atFixedDate = (node, args) => {
  const clock = fileURLToPath(new URL('../e2e/pictures/fixed-date.js', import.meta.url))
  const NODE_OPTIONS = [process.env.NODE_OPTIONS, `--import=${clock}`].filter(Boolean).join(' ')
  return follow(node, [...playwright, ...args], { ...process.env, NODE_OPTIONS })
}

/**
 * Pictures of every screen in every variant, on one page, compared with those that were accepted; `--accept` accepts them all. Other
 * arguments go to Playwright. Resolves to an exit code.
 */
export async function look(node, args) {
  await ensureWebBuilt(node)
  const rest = args.filter((arg) => arg !== '--accept')
  const accepts = rest.length < args.length ? ['--update-snapshots=all'] : []
  const code = await atFixedDate(node, ['--project=look', ...accepts, ...rest])
  await follow(node, ['e2e/pictures/write-sheet.ts'])
  return code
}

/** The pictures of the README, from the demonstration. Resolves to an exit code. */
export async function pictures(node, args) {
  await ensureWebBuilt(node)
  return atFixedDate(node, ['--project=demonstration', ...args])
}
