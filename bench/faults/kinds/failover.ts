import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn } from '#server/platform/postgres/processes.ts'
import type { Laboratory } from '../laboratory.ts'
import { anywhere, type Fault } from './fault.ts'

/** As a cluster's manager does it: a moment after the primary was lost, its standby is promoted. */
async function replace(laboratory: Laboratory, hold: () => Promise<void>): Promise<void> {
  await sleep(500)
  await laboratory.failOver()
  await hold()
  // The copy for the new standby is made from a stopped database: the run has this restart as well.
  await laboratory.rebuild()
}

export const failover: Fault = {
  name: 'failover',
  does: 'the primary crashes, and its synchronous standby is promoted',
  why: anywhere,
  async strike(laboratory, hold) {
    await laboratory.primary.postgres.stop('immediate')
    await replace(laboratory, hold)
  },
}

export const frozenStandbyThenFailover: Fault = {
  name: 'waits cancelled and failover',
  does: 'the standby is frozen, waiting commits are ended on the primary, the primary crashes, and the standby is promoted',
  why: anywhere,
  async strike(laboratory, hold) {
    const pids = processesIn(laboratory.standby.postgres.cluster)
    const signal = (name: NodeJS.Signals) => pids.forEach((pid) => void process.kill(pid, name))
    signal('SIGSTOP')
    for (let round = 0; round < 8; round++) {
      await sleep(250)
      await laboratory.ask("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
    }
    await laboratory.primary.postgres.stop('immediate')
    signal('SIGCONT')
    await replace(laboratory, hold)
  },
}
