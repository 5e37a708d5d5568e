import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackupSettings, readConfig } from '#server/config.ts'
import { keepErasures, proveBackup, readBackupState, takeBackup } from '#server/modules/backups/index.ts'
import { eraseAgain, listErasures } from '#server/modules/erasures/index.ts'
import { chainAudit } from '#server/modules/insights/index.ts'
import { noteErasures } from '#server/note-erasures.ts'
import { copyFiles } from '#server/platform/backup/copy.ts'
import { type Copy, listCopies, listSegments } from '#server/platform/backup/folder.ts'
import { restoreMasterKey, saveMasterKey } from '#server/platform/backup/master-key.ts'
import { openSegment } from '#server/platform/backup/recover.ts'
import { restoreInto } from '#server/platform/backup/restore.ts'
import { newKeyFile, readKey } from '#server/platform/backup/seal.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import type { EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { verifyRestored } from '#server/verify-restored.ts'
import { type ArchivedDatabase, openArchived, query, silentLog, startDatabase } from './archived-database.ts'
import { newDataFolder } from './data-folders.ts'

let root: string
let database: ArchivedDatabase
let postgres: EmbeddedPostgres
let db: Db
let settings: BackupSettings
let copy: Copy
let between: Date

const path = (name: string) => join(root, name)
const source = async (key = settings.keyFile) => ({ folder: settings.folder, key: await readKey(key) })

const prove = () =>
  proveBackup({
    db,
    clock: systemClock,
    log: silentLog,
    settings,
    dataDir: path('data'),
    verifyAudit: verifyRestored,
  })

beforeAll(async () => {
  root = newDataFolder()
  database = await openArchived(root)
  ;({ postgres, db, settings } = database)
  writeFileSync(path('other.txt'), (await newKeyFile()).text)
  await query(postgres.owner, 'create table kept (n int); insert into kept values (1)')
  await query(
    postgres.owner,
    `insert into audit (id, at, network, action, subject_kind, subject_id)
     values (gen_random_uuid(), now(), '', 'test.changed', 'thing', 'one')`,
  )
  await chainAudit({ db, clock: systemClock })
  await query(
    postgres.owner,
    `with manager as (
       insert into account (id, role, full_name, email, created_at) values (gen_random_uuid(), 'admin', 'Mary', 'mary@example.com', now())
       returning id),
     person as (
       insert into person (id, full_name, sex, birth_date, birth_precision, email, created_at)
       values (gen_random_uuid(), 'Ama Forgotten', 'female', '1990-01-01', 'day', 'ama@example.com', now()) returning id)
     insert into erasure_wish (id, person_id, way, identified_by, asked_by, asked_at)
       select gen_random_uuid(), person.id, 'paper', '{Identity card}', manager.id, now() from manager, person`,
  )
  copy = await takeBackup({ db, clock: systemClock, connection: postgres.backup, settings })
  await query(postgres.owner, 'insert into kept values (2)')
  await sleep(5)
  between = (await query(postgres.owner, 'select clock_timestamp() as now'))[0].now
  await sleep(5)
  await query(postgres.owner, 'insert into kept values (3)')
  await query(
    postgres.owner,
    "select carry_out_erasure(w.id, 1, w.asked_by, date_trunc('milliseconds', now()))::text from erasure_wish w",
  )
  for (let times = 0; times < 2; times++) await keepErasures(await source(), db, listErasures)
  await database.archived()
})
afterAll(() => database?.close())

describe('backups', () => {
  it('the database is restored as it was at a moment between two writes', async () => {
    const said: string[] = []
    const say = (line: string) => said.push(line)
    const from = await source()
    await restoreInto(path('restored'), from, between, say, (recovered, { database }) =>
      noteErasures(from, recovered, database, say),
    )
    expect(said.at(-1)).toContain('1 records and accounts were erased after this moment')
    const restored = await startDatabase(path('restored'))
    const restoredPool = openPool(restored.connection, silentLog, 2)
    try {
      const rows = await query(restored.owner, 'select n from kept order by n')
      expect(rows).toEqual([{ n: 1 }, { n: 2 }])

      // Who was erased after that moment is erased again, by the product's role.
      const emails = () => query(restored.owner, 'select email from person')
      expect(await emails()).toEqual([{ email: 'ama@example.com' }])
      const means = { clock: systemClock, log: silentLog, network: 'local', actor: null, wakeOutbox() {} }
      await eraseAgain({ ...means, db: openDatabase(restoredPool) } as unknown as Context)
      expect(await emails()).toEqual([{ email: '' }])
      expect(
        await query(
          restored.owner,
          'select w.state, w.decided_by, (select count(*)::int from erasure_again) as left from erasure_wish w',
        ),
      ).toEqual([{ state: 'carried_out', decided_by: null, left: 0 }])
    } finally {
      await restoredPool.end()
      await restored.stop()
    }
    await expect(restoreInto(path('restored'), await source(), null, () => {})).rejects.toThrow(
      'There is a database in',
    )
  })

  it('the master key of a data folder is saved with the backups, and restored where there is none', async () => {
    const { folder, key } = await source()
    const file = path('master-key.txt')
    await saveMasterKey(file, { folder, key })
    expect(await restoreMasterKey(file, { folder, key })).toBe(false)
    writeFileSync(file, 'the key')
    await saveMasterKey(file, { folder, key })
    expect(readFileSync(join(folder, 'master-key.txt.zst.age'), 'latin1')).not.toContain('the key')
    expect(await restoreMasterKey(file, { folder, key })).toBe(false)
    rmSync(file)
    expect(await restoreMasterKey(file, { folder, key })).toBe(true)
    expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['the key', 0o600])
    await expect(restoreMasterKey(path('x'), await source(path('other.txt')))).rejects.toThrow('another key')
  })

  it('a moment before the first backup or after the end of the archive is refused', async () => {
    const to = async (moment: Date) => restoreInto(path('refused'), await source(), moment, () => {})
    await expect(to(new Date('2020-01-01T00:00:00Z'))).rejects.toThrow('an earlier moment cannot be restored')
    await expect(to(new Date('2100-01-01T00:00:00Z'))).rejects.toThrow('The archive ends before that moment')
    expect(readdirSync(path('refused')).filter((name) => name.startsWith('postgres/'))).toEqual([])
  })

  it('the newest backup is proved: restored, compared with what was noted, and recorded', async () => {
    const proof = await prove()
    expect(proof).toMatchObject({ problem: null, backup: copy.name, compared: true })
    expect(proof.tables).toBeGreaterThan(150)
    const config = readConfig({ BACKUP_DIR: settings.folder, BACKUP_KEY: settings.keyFile })
    expect(await readBackupState({ db, clock: systemClock, config })).toMatchObject({
      state: 'on',
      troubles: [],
      copy: { problem: null },
      proof: { problem: null },
      proved: { takenAt: copy.endedAt, tables: proof.tables },
    })
    expect(readdirSync(path('data')).filter((name) => name.startsWith('proof'))).toEqual([])
  })

  it('the proof fails if the newest backup has not the blocks of the audit chain that an earlier one noted', async () => {
    const superuser = { ...postgres.owner, user: roles.superuser }
    await query(
      superuser,
      'set session_replication_role = replica; delete from audit_block; delete from audit',
    )
    const cut = await takeBackup({ db, clock: systemClock, connection: postgres.backup, settings })
    const { problem } = await prove()
    rmSync(cut.path, { recursive: true })
    expect(problem).toMatch(
      /^Block \d+ of the audit chain, which the backup \w+ notes, is not in the chain any more$/,
    )
  })

  it('a segment that has grown since it was listed is read as it is now', async () => {
    const newest = listSegments(settings.folder).at(-1)
    if (!newest) throw new Error('The archive is empty')
    await query(postgres.owner, 'insert into kept values (4)')
    await database.archived()
    expect(existsSync(newest.path)).toBe(false)
    let bytes = 0
    const { key } = await source()
    for await (const chunk of await openSegment(settings.folder, key, newest)) bytes += chunk.length
    expect(bytes).toBe(16 * 1024 * 1024)
  })

  it('another key is refused', async () => {
    await expect(
      restoreInto(path('refused'), await source(path('other.txt')), null, () => {}),
    ).rejects.toThrow('it was encrypted with another key')
  })

  it('a changed byte of a backup is noticed before anything is restored', async () => {
    const file = join(copy.path, copyFiles.data)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(file, bytes)
    await expect(restoreInto(path('refused'), await source(), null, () => {})).rejects.toThrow(
      `${file} is damaged`,
    )
    expect((await prove()).problem).toContain(`${file} is damaged`)
    rmSync(join(copy.path, copyFiles.sums))
    expect((await prove()).problem).toContain('the backup is not whole')
    const config = readConfig({ BACKUP_DIR: settings.folder, BACKUP_KEY: settings.keyFile })
    expect(await readBackupState({ db, clock: systemClock, config })).toMatchObject({
      troubles: ['proof_failed'],
      proved: { takenAt: copy.endedAt },
    })
  })

  it('an unfinished backup is not listed', () => {
    mkdirSync(path('backups/base/.new-1'))
    expect(listCopies(settings.folder).map(({ name }) => name)).toEqual([copy.name])
  })
})
