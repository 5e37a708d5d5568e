import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { startOwnPostgres } from '../own-postgres.ts'
import { freePort, startProduct } from '../product-process.ts'
import { askAgain, expectKept } from './crash-checks.ts'
import { makePatients, startClients } from './crash-clients.ts'

let cleanups: (() => unknown)[] = []

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phial-disk-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A disk of 48 MB that can be filled and emptied again. */
function mountSmallDisk() {
  const folder = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m,mode=0700', 'tmpfs', folder])
  cleanups.push(() => execFileSync('umount', [folder]))
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        for (const block = Buffer.alloc(8_192); ; ) writeSync(file, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => rmSync(ballast),
  }
}

/** Only root may mount a disk. errors.test.ts tests the answers to each database error without one. */
export function describeFullDisk(): void {
  describe('a full disk of the database', () => {
    afterEach(async () => {
      // In reverse order: servers end before their disks are unmounted.
      for (const cleanup of cleanups.reverse()) await cleanup()
      cleanups = []
    })

    test('while the disk of the database is full bookings are refused as busy without a change, and succeed once there is room', {
      timeout: 120_000,
    }, async () => {
      const disk = mountSmallDisk()
      const own = await startOwnPostgres()
      cleanups.push(() => own.remove())
      const { uid, gid } = statSync(own.cluster)
      chownSync(disk.folder, uid, gid)
      // The write-ahead log stays on another disk: without room for it the database itself stops.
      const everything = openPool({ url: own.url }, createLog('silent'), 1)
      await everything.query(`create tablespace small location '${disk.folder}'`)
      await everything.query('create database lab tablespace small')
      await everything.end()
      const url = own.url.replace(/phial$/, 'lab')
      const server = await startProduct({
        port: await freePort(),
        settings: { DATABASE_URL: url, DATA_DIR: temporaryFolder() },
      })
      cleanups.push(() => server.end('SIGKILL'))
      const pool = openPool({ url }, createLog('silent'), 4)
      cleanups.push(() => pool.end())

      const clients = startClients(await makePatients(pool, 12), () => server.url, { persistent: true })
      await clients.acknowledge(20)
      disk.fill()
      const refusals = () =>
        clients.attempts.flatMap(({ others }) => others.filter(({ status }) => status !== 409))
      while (refusals().length < 50) await sleep(20)
      disk.empty()
      await clients.acknowledge(20)
      await clients.stop()

      await expectKept(pool, clients.attempts, clients.cancellings)
      await askAgain(server.url, pool, clients.attempts)
      await expectKept(pool, clients.attempts, clients.cancellings)
      for (const { status, body } of refusals()) {
        expect([status, JSON.parse(body)]).toMatchObject([
          503,
          {
            code: 'unavailable',
            message: 'The laboratory cannot be reached for a moment. Nothing was changed; please try again.',
          },
        ])
      }
    })
  })
}
