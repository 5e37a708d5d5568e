import { execFile } from 'node:child_process'
import { cpSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BackupSettings, readConfig } from '#server/config.ts'
import {
  isTurnOfBucket,
  proveBackup,
  readBackupState,
  sendOffsite,
  takeBackup,
} from '#server/modules/backups/index.ts'
import type { Archive } from '#server/platform/backup/archive.ts'
import { type BucketSettings, openBucket } from '#server/platform/backup/bucket.ts'
import { type Copy, listCopies, listFiles, prepareFolder } from '#server/platform/backup/folder.ts'
import { holdOffsite } from '#server/platform/backup/hold-offsite.ts'
import { Offsite } from '#server/platform/backup/offsite.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { EmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { verifyRestored } from '#server/verify-restored.ts'
import { type ArchivedDatabase, openArchived, query, silentLog, startDatabase } from './archived-database.ts'
import { newDataFolder } from './data-folders.ts'
import { openObjectStore } from './object-store.ts'
import { freePort } from './product-process.ts'

let root: string
let store: Awaited<ReturnType<typeof openObjectStore>>
let database: ArchivedDatabase
let postgres: EmbeddedPostgres
let db: Db
let archive: Archive
let settings: BackupSettings & { bucket: BucketSettings }
let environment: Record<string, string>
let between: Date

const path = (name: string) => join(root, name)

const take = (): Promise<Copy> =>
  takeBackup({ db, clock: systemClock, connection: postgres.backup, settings })
const offsiteOf = (bucket: BucketSettings = settings.bucket, system = archive.system) =>
  new Offsite({
    bucket: openBucket(bucket),
    ...{ folder: settings.folder, days: settings.days },
    archive: { system, until: archive.until, position: archive.position },
  })
/** Names below the prefix. */
const inBucket = async () =>
  [...(await openBucket(settings.bucket).list()).keys()]
    .filter((name) => !name.startsWith('database-'))
    .sort()

beforeAll(async () => {
  root = newDataFolder()
  store = await openObjectStore(root)
  const { endpoint, bucket, prefix, keyId, secret } = store.settings
  writeFileSync(path('secret.txt'), `${secret}\n`)
  environment = {
    ...{ BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_PREFIX: prefix },
    ...{ BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET_FILE: path('secret.txt') },
  }
  database = await openArchived(root, environment)
  ;({ postgres, db, archive } = database)
  if (!database.settings.bucket) throw new Error('The bucket is not set up')
  settings = { ...database.settings, bucket: store.settings }
  // Cannot be compressed: the copy is larger than a part.
  await query(
    postgres.owner,
    `create table kept (n int, bytes bytea);
     insert into kept
       select 1, string_agg(sha256((random() || '-' || i)::bytea), '') from generate_series(1, 150000) i group by i / 500`,
  )
})
afterAll(async () => {
  await store?.close()
  await database?.close()
})

describe('backups in a bucket', () => {
  it('a wrong secret is reported in one line without the secret, as are an unknown bucket and an unreachable store', async () => {
    const lines: unknown[] = []
    const stop = new AbortController()
    const wrong = { ...settings.bucket, secret: 'not-the-secret' }
    const held = holdOffsite(
      {
        ...{ folder: settings.folder, days: 14, archive },
        bucket: openBucket(wrong, stop.signal),
      },
      {
        log: { ...silentLog, warn: (...said: unknown[]) => lines.push(said) } as unknown as typeof silentLog,
        ...{ signal: stop.signal, everyMs: 20 },
      },
    )
    while (held.state().problem === null) await sleep(10)
    stop.abort()
    await held.ended
    expect(held.state()).toEqual({
      reach: null,
      problem: expect.stringMatching(
        /^127.0.0.1:\d+\/backups\/laboratory\/accra refuses the key: .*\(403, SignatureDoesNotMatch\)\.$/,
      ),
    })
    expect(JSON.stringify(lines)).toContain('refuses the key')
    expect(JSON.stringify(lines)).not.toContain('not-the-secret')
    await expect(openBucket({ ...settings.bucket, bucket: 'others' }).list()).rejects.toThrow(
      'There is no such bucket',
    )
    const closed = await freePort()
    await expect(
      openBucket({ ...settings.bucket, endpoint: `http://127.0.0.1:${closed}` }).list(),
    ).rejects.toThrow('/backups/laboratory/accra cannot be reached (ECONNREFUSED).')
  })

  it('after a failure of the store, a copy continues after the parts that were sent', async () => {
    const copy = await take()
    await database.archived()
    const offsite = offsiteOf()
    const parts = () => store.asked.filter((line) => line.includes('/base/') && line.includes('partNumber='))
    store.fail((_, url) => (url.includes('/base/') && url.includes('partNumber=2') ? 503 : null))
    await expect(offsite.sendCopies()).rejects.toThrow('has refused a request (503, SlowDown)')
    // The log does not wait for the copy. Without a copy nothing can be restored.
    await offsite.sendLog()
    expect(offsite.reach).toEqual({ until: null, copiedAt: null })
    expect((await inBucket()).filter((name) => name.startsWith('base/'))).toEqual([])
    store.fail(() => null)
    await offsite.sendCopies()
    await offsite.sendLog()
    expect(parts().filter((line) => line.includes('partNumber=1&'))).toHaveLength(1)
    expect(parts().filter((line) => line.includes('partNumber=2&'))).toHaveLength(2)
    expect(await inBucket()).toEqual(listFiles(settings.folder).sort())
    expect(offsite.reach).toEqual({ until: expect.any(Date), copiedAt: copy.endedAt })

    // The signal ends a request that gets no answer.
    store.fail(() => 'hang')
    const stop = new AbortController()
    const hanging = openBucket(settings.bucket, stop.signal).list()
    await sleep(50)
    stop.abort()
    await expect(hanging).rejects.toThrow('aborted')
    store.fail(() => null)
    expect(store.connections()).toBeLessThanOrEqual(2)
  })

  it('on an empty machine with the key and the settings, one command restores any moment from the bucket', async () => {
    await query(postgres.owner, 'insert into kept values (2)')
    between = (await query(postgres.owner, 'select clock_timestamp() as now'))[0].now
    await sleep(5)
    await query(postgres.owner, 'insert into kept values (3)')
    await database.archived()
    expect(await sendOffsite({ db, clock: systemClock, settings, archive })).toMatchObject({ isGood: true })
    const command = promisify(execFile)(
      process.execPath,
      ['server/src/restore.ts', '--to', between.toISOString().replace('Z', '999Z')],
      {
        env: {
          ...process.env,
          ...environment,
          ...{ BACKUP_DIR: path('machine/backups'), BACKUP_KEY: path('key.txt') },
          DATA_DIR: path('machine'),
        },
      },
    )
    expect((await command).stdout).toContain('Fetching the backup of')
    const machine = await startDatabase(path('machine'))
    expect(await query(machine.owner, 'select distinct n from kept order by n')).toEqual([{ n: 1 }, { n: 2 }])
    await machine.stop()
  })

  it('proofs alternate between the folder and the bucket', async () => {
    const means = {
      ...{ db, clock: systemClock, log: silentLog, settings, dataDir: path('data') },
      verifyAudit: verifyRestored,
    }
    expect(await isTurnOfBucket(means)).toBe(false)
    expect(await proveBackup(means)).toMatchObject({ problem: null, fromBucket: false })
    expect(await isTurnOfBucket(means)).toBe(true)
    const proof = await proveBackup(means, true)
    expect(proof).toMatchObject({ problem: null, fromBucket: true, compared: true })
    expect(await isTurnOfBucket(means)).toBe(false)
    expect(readdirSync(path('data')).filter((name) => name.startsWith('proof'))).toEqual([])
    const config = { ...readConfig({}), backups: settings }
    expect(await readBackupState({ db, clock: systemClock, config })).toMatchObject({
      offsite: { problem: null, proof: { problem: null }, proved: { takenAt: proof.takenAt } },
      troubles: [],
    })

    const [name = ''] = (await inBucket()).filter((one) => one.endsWith('base.tar.zst.age'))
    const bucket = openBucket(settings.bucket)
    await bucket.write(name, Buffer.from('something else'))
    expect((await proveBackup(means, true)).problem).toContain('is damaged')
    expect(await readBackupState({ db, clock: systemClock, config })).toMatchObject({
      troubles: ['offsite_proof_failed'],
    })
    // An object of another size is sent again.
    await offsiteOf().sendCopies()
    expect((await bucket.list()).get(name)).toBe(statSync(join(settings.folder, name)).size)
  })

  it('what the folder no longer keeps is removed from the bucket, and nothing else', async () => {
    const bucket = { ...settings.bucket, prefix: 'retention/' }
    const inside = openBucket(bucket)
    await openBucket({ ...bucket, prefix: '' }).write('retention-of-others', Buffer.from('theirs'))
    await inside.write('wal/notes.txt', Buffer.from('theirs'))
    const date = (copy: Copy | undefined, as: string) =>
      renameSync(copy?.path ?? '', join(settings.folder, 'base', `${as}_${copy?.firstSegment}`))
    date(listCopies(settings.folder).at(-1), '20200101T000000Z')
    await query({ ...postgres.owner, user: roles.superuser }, 'select pg_switch_wal()')
    date(await take(), '20200102T000000Z')
    await query({ ...postgres.owner, user: roles.superuser }, 'select pg_switch_wal()')
    await database.archived()
    const offsite = offsiteOf(bucket)
    const send = async () => {
      await offsite.sendCopies()
      await offsite.sendLog()
      return [...(await inside.list()).keys()].filter((name) => !name.startsWith('database-')).sort()
    }
    const before = await send()
    expect(before).toEqual([...listFiles(settings.folder), 'wal/notes.txt'].sort())

    // With the newest copy, no moment of the last two weeks needs the first one.
    await take()
    await database.archived()
    const after = await send()
    expect(after).toEqual([...listFiles(settings.folder), 'wal/notes.txt'].sort())
    const removed = before.filter((name) => !after.includes(name))
    expect(removed.filter((name) => name.startsWith('base/20200101T000000Z_'))).toHaveLength(4)
    expect(removed.filter((name) => /^wal\/[0-9A-F]{24}\.zst/.test(name)).length).toBeGreaterThan(0)
    expect(await store.objects()).toContain('retention-of-others')

    // A new folder in place of a lost one removes nothing from the bucket.
    const fresh = { ...settings, folder: path('fresh') }
    prepareFolder(fresh.folder)
    cpSync(
      listCopies(settings.folder).at(-1)?.path ?? '',
      path(`fresh/base/20300101T000000Z_${'F'.repeat(24)}`),
      {
        recursive: true,
      },
    )
    await new Offsite({ bucket: inside, folder: fresh.folder, days: 14, archive }).sendLog()
    expect([...(await inside.list()).keys()]).toEqual(expect.arrayContaining(after))
  })

  it('a bucket with the backups of another database is refused', async () => {
    await expect(offsiteOf(settings.bucket, '123').sendLog()).rejects.toThrow('set another BACKUP_S3_PREFIX')
  })
})
