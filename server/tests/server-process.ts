import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { serversInTurnArguments } from '../../scripts/server-arguments.js'
import { endProcess, hasEnded } from './product-process.ts'
import type { Order, Report } from './servers-in-turn.ts'

/** A process for servers that run one after another, see `docs/decisions/0166-servers-in-turn.md`. */
export type ServerProcess = {
  readonly pid: number
  /** What the latest server has printed, stdout and stderr. */
  output(): string
  /** Resolves when the server is ready. An empty string is the same as leaving a setting out. */
  start(settings: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  end(): Promise<void>
}

const patienceMs = 150_000

/** @param env what all servers of the process have beside their settings */
export function openServerProcess(env: NodeJS.ProcessEnv): ServerProcess {
  const child = spawn(process.execPath, serversInTurnArguments, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }

  async function carryOut(order: Order): Promise<void> {
    const done = Promise.withResolvers<void>()
    const refuse = (why: string) => done.reject(new Error(`${why}\n${output}`))
    const answer = (message: unknown) => {
      const report = message as Report
      if (report === 'done') done.resolve()
      else refuse(report.failed)
    }
    const end = () => refuse('The process of the server has ended:')
    const timer = setTimeout(() => refuse('The server does not answer:'), patienceMs)
    child.once('message', answer).once('exit', end)
    if (hasEnded(child)) end()
    else child.send(order)
    await done.promise.finally(() => {
      clearTimeout(timer)
      child.off('message', answer).off('exit', end)
    })
  }

  return {
    pid: child.pid ?? 0,
    output: () => output,
    async start(settings) {
      output = ''
      await carryOut({ start: settings })
    },
    async stop() {
      if (!hasEnded(child)) await carryOut('stop')
    },
    async end() {
      await endProcess(child, 'SIGTERM')
    },
  }
}
