import pg from 'pg'
import { migrate } from '#server/platform/migrate.ts'
import {
  fillBeforePersons,
  keptByUpgrade,
  madeByUpgrade,
  migrateUpTo,
} from '../server/tests/earlier-database.ts'
import { openLaboratory } from './laboratory.ts'

export type Upgrade = {
  visits: number
  seconds: number
  /** Of each migration, the longest first. */
  steps: { migration: string; seconds: number }[]
  /** What was counted or hashed and differs afterwards: nothing should. */
  changed: string[]
  made: Record<string, number>
}

/** A database of the version before there were persons, with so many visits, brought to this version. */
export async function measureUpgrade({ visits }: { visits: number }): Promise<Upgrade> {
  const laboratory = await openLaboratory()
  await laboratory.pool.query('create database earlier')
  const pool = new pg.Pool({ ...laboratory.connection, database: 'earlier', max: 2 })
  // An idle connection that is being closed may still be told that the database stops.
  pool.on('error', () => {})
  try {
    await migrateUpTo(pool, '0051_unsigned_holds')
    await fillBeforePersons(pool, visits)
    const before = await keptByUpgrade(pool)
    const start = performance.now()
    await migrate(pool)
    const seconds = (performance.now() - start) / 1000
    const after = await keptByUpgrade(pool)
    const { rows } = await pool.query<{ migration: string; seconds: number }>(
      `select name as migration, extract(epoch from coalesce(lead(ran_at) over (order by name), now()) - ran_at)::float8 as seconds
       from migration where name > '0052' order by 2 desc`,
    )
    return {
      visits,
      seconds,
      steps: rows,
      changed: Object.keys(before).filter((name) => before[name] !== after[name]),
      made: await madeByUpgrade(pool),
    }
  } finally {
    await pool.end()
    await laboratory.close()
  }
}
