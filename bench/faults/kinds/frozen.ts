import { processesIn } from '#server/platform/postgres/processes.ts'
import { below } from '../history.ts'
import { anywhere, type Fault } from './fault.ts'

/** Stops processes as a machine that swaps or a paused virtual machine does, and continues them. */
export async function freeze(pids: readonly number[], meanwhile: () => Promise<void>): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // A session that has ended meanwhile.
      }
    }
  }
  signal('SIGSTOP')
  await meanwhile().finally(() => signal('SIGCONT'))
}

export const frozenServer: Fault = {
  name: 'server frozen',
  does: 'SIGSTOP of one server, and SIGCONT',
  why: anywhere,
  async strike({ servers }, hold) {
    const server = servers[below(servers.length)]
    if (server) await freeze([server.process.pid], hold)
  },
}

export const frozenDatabase: Fault = {
  name: 'database frozen',
  does: 'SIGSTOP of all processes of the primary, and SIGCONT',
  why: anywhere,
  strike: ({ primary }, hold) => freeze(processesIn(primary.postgres.cluster), hold),
}
