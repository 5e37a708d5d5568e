import type { Verdict } from '../faults/check.ts'
import type { Tried } from '../faults/run.ts'
import { type Cluster, openCluster } from './cluster.ts'
import type { DatabaseMachine } from './database-machine.ts'

/** The cluster under faults. */
export type ClusterLaboratory = Cluster &
  Tried & {
    /** Checks that a database which was the primary accepts no change. */
    refuses(former: DatabaseMachine): void
  }

export async function openClusterLaboratory(code?: string): Promise<ClusterLaboratory> {
  const cluster = await openCluster({ code, tell: (line) => console.error(line) })
  const rule: Verdict = {
    rule: 'A primary that is cut off accepts no change once there is another',
    checked: 0,
    findings: [],
  }
  return {
    ...cluster,
    verdicts: [rule],
    refuses(former) {
      rule.checked++
      // Without waiting for a standby: a wait without end would look like a refusal.
      if (accepts(former, 'set synchronous_commit = local', `create table accepted_${rule.checked} ()`))
        rule.findings.push(`${former.name} accepted a change`)
    },
  }
}

function accepts(database: DatabaseMachine, ...statements: string[]): boolean {
  try {
    database.psql(...statements)
    return true
  } catch {
    return false
  }
}
