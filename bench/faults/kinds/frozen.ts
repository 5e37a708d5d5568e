import { processesIn } from '#server/platform/postgres/processes.ts'
import { below } from '../history.ts'
import type { Fault } from './fault.ts'

/** Stops processes until `meanwhile` has ended, as if their machine swapped or were paused. */
export async function freeze(pids: readonly number[], meanwhile: () => Promise<void>): Promise<void> {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // The session has ended meanwhile.
      }
    }
  }
  signal('SIGSTOP')
  await meanwhile().finally(() => signal('SIGCONT'))
}

export const frozenServer: Fault = {
  name: 'server frozen',
  does: 'SIGSTOP of one server, and SIGCONT',
  async strike({ servers }, hold) {
    const server = servers[below(servers.length)]
    if (server) await freeze([server.pid()], hold)
  },
}

export const frozenDatabase: Fault = {
  name: 'database frozen',
  does: 'SIGSTOP of all processes of the primary, and SIGCONT',
  strike: ({ primary }, hold) => freeze(processesIn(primary.postgres.cluster), hold),
}
