import type pg from 'pg'
import { rollUp } from '#server/modules/insights/index.ts'
import type { Context } from '#server/platform/context.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { countRows, tidy } from './queries-bulk.ts'
import { firstVisit, managerId } from './queries-seed.ts'
import { writeControls } from './write-controls.ts'
import { type History, TooMany, writeHistory } from './write-history.ts'
import { actingAs, writeReports } from './write-reports.ts'

export type SeedAsk = {
  visits: number
  days: number
  seed: number
  sites: number
  reports: number
  /** Adds older visits to a database with visits, which is refused otherwise. */
  add: boolean
}

const written = [
  ['visit', 'visits'],
  ['account', 'accounts'],
  ['ticket', 'tickets'],
  ['queue_event', 'queue events'],
  ['sample', 'samples'],
  ['task', 'tasks'],
  ['result', 'results'],
  ['callback', 'critical callbacks'],
  ['control_value', 'control values'],
  ['report', 'reports'],
] as const

/** Writes a history into a migrated database, in bulk as the schema's owner, and returns what the database then contains. */
export async function seedDatabase(
  context: Context,
  owner: pg.Pool,
  ask: SeedAsk,
  say: (line: string) => void,
): Promise<History> {
  const start = performance.now()
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  const there = await firstVisit(context.db)
  if (there && !ask.add) {
    throw new StartupError(
      'This database has visits already, and is left as it is. With --add older ones are written before them; take another --seed then.',
    )
  }
  const client = await owner.connect()
  try {
    const history = await writeHistory(client, context.clock, {
      ...ask,
      regular: null,
      people: Math.ceil(ask.visits * 0.3),
      ahead: 14,
      today: null,
      wholeDays: 0,
    }).catch(explain)
    say(`History written in ${seconds()}.`)
    await writeAround(context, history, ask, there !== null)
    await rollUp(context)
    say(`Figures summed in ${seconds()}.`)
    await tidy(client)
    const counts = await countRows(
      client,
      written.map(([table]) => table),
    )
    for (const [table, words] of written) say(`${String(counts[table] ?? 0).padStart(12)} ${words}`)
    say(`Done in ${seconds()}.`)
    return history
  } finally {
    client.release(true)
  }
}

function explain(error: unknown): never {
  if (error instanceof TooMany) throw new StartupError(`${error.message}: take more --days or --sites.`)
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === '23505') throw new StartupError('This history is there already: take another --seed.')
  if (code === '55P03') throw new StartupError('Somebody works on this database: stop Phial first.')
  throw error
}

/** Controls and the reports of the latest visits, which the product's own calls write. */
async function writeAround(context: Context, history: History, ask: SeedAsk, added: boolean): Promise<void> {
  if (!added) {
    const of = (skill: string) => [...history.staff.values()].find(({ member }) => member.skills[0] === skill)
    const technician = await actingAs(context, of('haematology')?.id ?? '')
    const manager = await actingAs(context, (await managerId(context.db)) ?? of('release')?.id ?? '')
    const past = Math.min(ask.days, 90)
    await writeControls({ manager, technician }, { seed: ask.seed, past, now: context.clock.now() })
  }
  await writeReports(context, { accountId: null, limit: ask.reports })
}
