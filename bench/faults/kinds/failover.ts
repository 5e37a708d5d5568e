import { setTimeout as sleep } from 'node:timers/promises'
import { processesIn } from '#server/platform/postgres/processes.ts'
import type { Laboratory } from '../laboratory.ts'
import type { Fault } from './fault.ts'
import { freeze } from './frozen.ts'

/** Promotes the standby a moment after the primary was lost, as the manager of a cluster does. */
async function replace(laboratory: Laboratory, hold: () => Promise<void>): Promise<void> {
  await sleep(500)
  await laboratory.failOver()
  await hold()
  // Includes a restart of the new primary: its copy is made while it is stopped.
  await laboratory.rebuild()
}

export const failover: Fault = {
  name: 'failover',
  does: 'the primary crashes, and its synchronous standby is promoted',
  async strike(laboratory, hold) {
    await laboratory.primary.postgres.stop('immediate')
    await replace(laboratory, hold)
  },
}

export const frozenStandbyThenFailover: Fault = {
  name: 'waits cancelled and failover',
  does: 'the standby is frozen, waiting commits are ended on the primary, the primary crashes, and the standby is promoted',
  async strike(laboratory, hold) {
    await freeze(processesIn(laboratory.standby.postgres.cluster), async () => {
      for (let round = 0; round < 8; round++) {
        await sleep(250)
        await laboratory.ask(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
        )
      }
      await laboratory.primary.postgres.stop('immediate')
    })
    await replace(laboratory, hold)
  },
}
