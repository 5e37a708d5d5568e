import type { DatabaseMachine } from './database-machine.ts'

/** A database as Patroni lists it. */
export type Member = { name: string; role: string; isUp: boolean; timeline: number }

type Listed = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** The members as most of the machines list them: a machine that is cut off may still list an old state. Empty if no majority agrees on the primary. */
export async function membersIn(databases: readonly DatabaseMachine[]): Promise<Member[]> {
  const answers = await Promise.all(
    databases.map((database) =>
      database.ask('GET', '/cluster').then(
        ({ body }) => (JSON.parse(body) as { members: Listed[] }).members,
        () => null,
      ),
    ),
  )
  const told = answers.filter((answer) => answer !== null)
  const leaderOf = (members: readonly Listed[]) => members.find(({ role }) => role === 'leader')?.name
  const most = told.find(
    (answer) => told.filter((other) => leaderOf(other) === leaderOf(answer)).length * 2 > databases.length,
  )
  return (most ?? []).map(({ name, role, state, timeline = 0, lag = 0 }) => ({
    name,
    role,
    timeline,
    isUp: ['running', 'streaming'].includes(state) && lag === 0,
  }))
}
