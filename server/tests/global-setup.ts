import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { readConfig } from '#server/config.ts'
import { tell } from '#server/handlers.ts'
import { loadAnalytes, loadCatalogue } from '#server/modules/catalogue/index.ts'
import { loadMicrobiology } from '#server/modules/microbiology/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { asOwner, prepareDatabase } from '#server/prepare-database.ts'
import { copyInstalled, newDataFolder, remainingFolders } from './data-folders.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the tests' PostgreSQL, and the role of the product; `database` is the migrated template
     * that each test file clones.
     */
    postgres: { host: string; port: number; user: string; database: string }
    /** A data folder with that database, stopped: tests copy it, which is faster than creating one. */
    installed: string
  }
}

const silent = { info() {}, warn() {} }

/** Durability is tested on separate databases; all others run without fsync. */
const withoutDurability = {
  // Several files run at once, some with three pools of 20 connections.
  max_connections: '400',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** One embedded PostgreSQL for the whole run, in a folder of its own, with one migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeRemains()
  const [installed, folder] = [newDataFolder(), newDataFolder()]
  let postgres: EmbeddedPostgres | undefined
  const start = async (dataDir: string) =>
    (postgres = await startEmbeddedPostgres({ dataDir, log: silent, settings: withoutDurability }))
  const remove = async () => {
    await postgres?.stop()
    for (const each of [installed, folder]) rmSync(each, { recursive: true, force: true })
  }
  try {
    const template = await start(installed)
    await makeTemplate(template)
    await template.stop()
    copyInstalled(installed, folder)
    project.provide('installed', installed)
    project.provide('postgres', (await start(folder)).connection)
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

async function makeTemplate({ connection, owner }: EmbeddedPostgres): Promise<void> {
  const log = createLog('silent')
  const pool = openPool(connection, log, 2)
  try {
    await asOwner(owner, log, (ownerPool) => prepareDatabase(ownerPool, pool))
    const context = {
      db: openDatabase(pool),
      clock: systemClock,
      config: readConfig({}),
      log,
      network: 'local',
      actor: null,
      wakeOutbox: () => {},
      tell,
    }
    await loadCatalogue(context)
    await loadAnalytes(context)
    await loadMicrobiology(context)
  } finally {
    await pool.end()
  }
}

/** The database of a killed run is taken over, stopped and removed. */
async function removeRemains(): Promise<void> {
  for (const folder of remainingFolders()) {
    const remains = await startEmbeddedPostgres({ dataDir: folder, log: silent }).catch(() => undefined)
    await remains?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
