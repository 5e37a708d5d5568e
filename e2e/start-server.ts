import { execFileSync, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { serverArguments, serverEnvironment, testedServerArguments } from '../scripts/server-arguments.js'
import { newDataFolder, remainingFolders } from '../server/tests/data-folders.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const prefix = 'phial-e2e-'
/** The environment variable that gives Playwright's workers the folder of the prepared installation. */
const installedIn = 'PHIAL_TEST_INSTALLED'
/** The variable for Node's compile cache: types are stripped and code is compiled once per run, a quarter of a start. */
const compiledIn = 'NODE_COMPILE_CACHE'

export type Server = {
  /** The output so far, stdout and stderr. */
  output(): string
  stop(): Promise<void>
}

/**
 * Runs before the first test: makes an installation without a manager, since making one takes half of the time of a first start. This
 * server runs from its sources, as `npm start` runs it.
 */
export default async function install(): Promise<() => void> {
  if (!existsSync(join(root, 'web/dist/app.html'))) {
    throw new Error('The web application is not built: run "npm run build" first')
  }
  removeRemains()
  const [folder, compiled] = [newFolder(), newFolder()]
  process.env[compiledIn] ??= compiled
  const server = await startServer(folder, { PORT: '0' }, serverArguments)
  await server.stop()
  process.env[installedIn] = folder
  return () => [folder, compiled].forEach(removeFolder)
}

/** A data folder for a server; `installed` copies the prepared installation into it. */
export function newFolder({ installed = false } = {}): string {
  const folder = newDataFolder(prefix)
  const from = process.env[installedIn]
  // `cp -p` keeps owners and permissions, which Node's own copy would lose: as root, the database runs as its own user.
  if (installed && from) execFileSync('cp', ['-Rp', `${from}/.`, folder])
  return folder
}

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true })

/** Resolves when the server is ready. An empty string is the same as leaving a setting out. */
export async function startServer(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = testedServerArguments,
): Promise<Server> {
  const server = spawn(process.execPath, ['--import', './e2e/end-with-parent.js', ...args], {
    cwd: root,
    env: { ...environmentOfTests(), ...settingsFor(dataDir, settings) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  const stop = async () => {
    if (hasEnded()) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  for (const start = performance.now(); !output.includes('Phial is ready'); await sleep(25)) {
    if (!hasEnded() && performance.now() - start < 150_000) continue
    await stop()
    throw new Error(`The server did not start:\n${output}`)
  }
  return { output: () => output, stop }
}

/** The environment of servers under test, without the machine's own settings. */
export function environmentOfTests(): NodeJS.ProcessEnv {
  const ours =
    /^(ADMIN|SMTP|MAIL|OIDC|CONTACT|DATA_DIR|DATABASE_URL|MIGRATION_DATABASE|PUBLIC_URL|TRUSTED_PROX|HOST$|PORT$)/
  const others = Object.entries(process.env).filter(([name]) => !ours.test(name))
  return { ...Object.fromEntries(others), ...serverEnvironment }
}

export const settingsFor = (dataDir: string, settings: Readonly<Record<string, string>>) => ({
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  ...settings,
})

/** Removes the folders of killed runs, whose servers ended with them. */
function removeRemains(): void {
  for (const folder of remainingFolders(prefix)) {
    const stillStopping = readPostmasterFile(join(folder, 'postgres')) !== undefined
    if (!stillStopping) removeFolder(folder)
  }
}
