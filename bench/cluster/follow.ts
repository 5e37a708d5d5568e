import { until } from '../faults/until.ts'
import type { DatabaseMachine } from './database-machine.ts'
import { type Member, membersIn } from './members.ts'

/** How long a standby may take to follow before it is copied anew. */
const copyAfterMs = 60_000
/** The time from one copy to the next; a copy takes less. */
const againAfterMs = 150_000
/** How long it may take until all standbys follow. */
const mostMs = 420_000

/**
 * Waits until there is a primary, and the others follow, one of them synchronously. A standby that cannot follow is copied anew, as
 * docs/guide/cluster.md tells the operator to do; `copied` gets its name.
 */
export async function untilFollowing(
  databases: readonly DatabaseMachine[],
  copied: string[] = [],
): Promise<void> {
  let nextCopyAt = performance.now() + copyAfterMs
  await until(
    async () => {
      const members = await membersIn(databases)
      if (isWhole(members, databases.length)) return true
      if (performance.now() > nextCopyAt) {
        nextCopyAt += againAfterMs
        const leader = members.find(({ role, isUp }) => role === 'leader' && isUp)
        const behind = leader && members.find((one) => !one.isUp || one.timeline !== leader.timeline)
        const machine = databases.find(({ name }) => name === behind?.name)
        const answer = await machine?.ask('POST', '/reinitialize', { force: true })
        if (answer?.status === 200) copied.push(machine?.name ?? '')
      }
      return false
    },
    async () =>
      `The databases do not follow: ${JSON.stringify(await membersIn(databases))}\n${logsOf(databases)}`,
    mostMs,
  )
}

const isWhole = (members: readonly Member[], count: number): boolean =>
  members.length === count &&
  new Set(members.map(({ timeline }) => timeline)).size === 1 &&
  members.every(({ isUp }) => isUp) &&
  ['leader', 'sync_standby'].every((role) => members.some((one) => one.role === role))

/** What Patroni did last on each machine. */
export const logsOf = (databases: readonly DatabaseMachine[]): string =>
  databases
    .map(({ name, log }) => [
      name,
      ...log()
        .split('\n')
        .filter((line) => ofPatroni.test(line))
        .slice(-40),
    ])
    .map((lines) => lines.join('\n'))
    .join('\n')

const ofPatroni = /^\S+ \S+,\d+ (INFO|WARNING|ERROR): (?!no action|Lock owner)/
