import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverArguments, serverEnvironment, testedServerArguments } from '../../scripts/server-arguments.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type ProductProcess = {
  /** The URL, without a slash at the end. */
  readonly url: string
  readonly pid: number
  /** The output so far. */
  output(): string
  signal(signal: NodeJS.Signals): void
  /** Sends a signal and resolves to the exit code; null if the signal itself ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export type ProductSettings = {
  port: number
  /** Environment variables: `DATA_DIR` or `DATABASE_URL`, and others. */
  settings: Readonly<Record<string, string>>
  /** The address that it listens on. */
  host?: string
  /** What its command begins with, for a process in a network namespace. It must replace itself by the command (`exec`). */
  inside?: readonly string[]
  /** The folder of the code, if it is another version. */
  code?: string | undefined
}

/**
 * The product in a separate process, as `npm start` runs it; resolves when it is ready. If the test run
 * is killed, the process stops by itself.
 */
export async function startProduct({
  port,
  settings,
  host = '127.0.0.1',
  inside = [],
  code,
}: ProductSettings): Promise<ProductProcess> {
  const server = code === undefined ? testedServerArguments : serverArguments
  const command = [...inside, process.execPath, '--import', './e2e/end-with-parent.js', ...server]
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: code ?? root,
    env: {
      ...serverEnvironment,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: String(port),
      HOST: host,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const url = `http://${host}:${port}`
  try {
    await untilReady(url, child, () => output)
  } catch (error) {
    await endProcess(child, 'SIGTERM')
    throw error
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    signal: (signal) => void child.kill(signal),
    end: (signal) => endProcess(child, signal),
  }
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const patienceMs = 180_000
  for (const start = performance.now(); !(await isReady(url)); await sleep(20)) {
    if (hasEnded(child)) throw new Error(`The server ended before it was ready:\n${output()}`)
    if (performance.now() - start > patienceMs) throw new Error(`The server is not ready:\n${output()}`)
  }
}

/** Whether `/readyz` answers 200. */
export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status === 200
    },
    () => false,
  )
}

export const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Sends a signal and resolves to the exit code; null if the signal itself ended the process. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasEnded(child)) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }
  return child.exitCode
}

const givenPorts = new Set<number>()

/**
 * A free port below the ephemeral range, so that a server that is restarted on it finds it free again. In a process no port is returned
 * twice.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000)
    if (givenPorts.has(port)) continue
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => probe.close(resolve))
    givenPorts.add(port)
    return port
  }
  throw new Error('No free port')
}
