import { setTimeout as sleep } from 'node:timers/promises'
import type { Verdict } from '../faults/check.ts'
import type { Tried } from '../faults/run.ts'
import { type Cluster, openCluster } from './cluster.ts'
import type { DatabaseMachine } from './database-machine.ts'
import { logsOf } from './follow.ts'

/** The cluster under faults. */
export type ClusterLaboratory = Cluster &
  Tried & {
    /** How long each primary that was cut off still took changes that wait for no standby, after another had been elected. */
    readonly late: { machine: string; ms: number; log: string }[]
    /** Checks that a database which was the primary acknowledges no change, and waits until it takes none at all. */
    refuses(former: DatabaseMachine): Promise<void>
  }

/** @param code as for `openCluster` */
export async function openClusterLaboratory(code?: string): Promise<ClusterLaboratory> {
  const cluster = await openCluster({ code, tell: (line) => console.error(line) })
  const rule: Verdict = {
    rule: 'A primary that is cut off acknowledges no change once there is another, and soon takes none',
    checked: 0,
    findings: [],
  }
  const late: ClusterLaboratory['late'] = []
  return {
    ...cluster,
    late,
    verdicts: [rule],
    async refuses(former) {
      const [since, number] = [performance.now(), ++rule.checked]
      // A commit waits for the standby without end; psql is ended by its timeout.
      if (await accepts(former, `create table acknowledged_${number} ()`))
        rule.findings.push(`${former.name} acknowledged a change\n${logsOf([former])}`)
      let taken = 0
      while (
        taken < mostTaken &&
        (await accepts(
          former,
          'set synchronous_commit = local',
          `create table taken_${number}_${++taken} ()`,
        ))
      )
        await sleep(200)
      if (taken > 1) late.push({ machine: former.name, ms: performance.now() - since, log: logsOf([former]) })
      if (taken === mostTaken) rule.findings.push(`${former.name} still takes changes\n${logsOf([former])}`)
    },
  }
}

const mostTaken = 100

const accepts = (database: DatabaseMachine, ...statements: string[]): Promise<boolean> =>
  database.psql(...statements).then(
    () => true,
    () => false,
  )
