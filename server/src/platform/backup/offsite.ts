import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hours } from '../clock.ts'
import { StartupError } from '../startup-error.ts'
import type { Archive } from './archive.ts'
import type { Bucket } from './bucket.ts'
import { listFiles } from './folder.ts'
import { masterKeyFile } from './master-key.ts'
import { reachingCopy, surplusOf, toSend, wholeCopies } from './offsite-plan.ts'

export type OffsiteMeans = {
  bucket: Bucket
  folder: string
  /** The last days of which any moment can be restored from the bucket, as from the folder. */
  days: number
  archive: Pick<Archive, 'system' | 'until' | 'position'>
}

export type OffsiteReach = {
  /** The bucket alone can restore everything that was committed until then; null: not known, or nothing yet. */
  until: Date | null
  /** When the newest copy in the bucket had ended; null: there is none. */
  copiedAt: Date | null
}

/** How often the bucket is listed, to send again what somebody else has removed. */
const listAgainMs = hours(1)

/**
 * The copy of the folder of the backups in a bucket. The list of its objects is kept in memory, so that most passes need no request to
 * list them; after a failure they are listed again.
 */
export class Offsite {
  /** Null before the first pass. */
  reach: OffsiteReach | null = null
  private readonly means: OffsiteMeans
  private sizes = new Map<string, number>()
  private listedAt = Number.NEGATIVE_INFINITY
  private listing: Promise<void> | null = null
  private keyChangedAt = 0

  constructor(means: OffsiteMeans) {
    this.means = means
  }

  /** Sends what is missing of the log and of the small files, and removes what is not needed. */
  sendLog(): Promise<void> {
    return this.guarded(async () => {
      const { bucket, folder, days, archive } = this.means
      const [until, position] = [archive.until(), archive.position()]
      await this.listAgain()
      const files = new Set(listFiles(folder))
      for (const name of toSend(files, this.names()).log) await this.send(name)
      await this.sendMasterKey()
      for (const name of surplusOf(files, this.names(), days)) {
        await bucket.remove(name)
        this.sizes.delete(name)
      }
      const names = this.names()
      const copiedAt = wholeCopies(names).at(-1)?.endedAt ?? null
      const reaches = until !== null && reachingCopy(names, position) !== null
      const before = copiedAt === null ? null : (this.reach?.until ?? null)
      this.reach = { copiedAt, until: reaches ? until : before }
    })
  }

  /** Sends the copies of the database that are missing. It may take hours, so that the log is sent meanwhile. */
  sendCopies(): Promise<void> {
    return this.guarded(async () => {
      await this.listAgain()
      const files = new Set(listFiles(this.means.folder))
      for (const name of toSend(files, this.names()).copies) await this.send(name)
    })
  }

  private async guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.listedAt = Number.NEGATIVE_INFINITY
      this.keyChangedAt = 0
      throw error
    }
  }

  private names(): Set<string> {
    return new Set(this.sizes.keys())
  }

  private async listAgain(): Promise<void> {
    if (performance.now() - this.listedAt < listAgainMs) return
    this.listing ??= this.list().finally(() => {
      this.listing = null
    })
    await this.listing
  }

  private async list(): Promise<void> {
    const { bucket, folder } = this.means
    const sizes = await bucket.list()
    await this.claim(sizes)
    for (const name of listFiles(folder)) {
      // A file is written once: an object of another size is not the whole of it.
      if (sizes.has(name) && sizes.get(name) !== (await statOf(folder, name))?.size) sizes.delete(name)
    }
    this.sizes = sizes
    this.listedAt = performance.now()
  }

  /** Refuses a bucket of another database, since the logs of two databases have the same names. */
  private async claim(sizes: Map<string, number>): Promise<void> {
    const { bucket, archive } = this.means
    const own = `database-${archive.system}.txt`
    if ([...sizes.keys()].some((name) => /^database-\d+\.txt$/.test(name) && name !== own)) {
      throw new StartupError(
        `${bucket.place} has the backups of another database: set another BACKUP_S3_PREFIX.`,
      )
    }
    if (!sizes.has(own)) await bucket.write(own, Buffer.from(explanation))
  }

  /** Each nightly backup encrypts the key again, into a file of the same size: the time of the file shows the change. */
  private async sendMasterKey(): Promise<void> {
    const file = await statOf(this.means.folder, masterKeyFile)
    if (!file || file.mtimeMs === this.keyChangedAt) return
    await this.send(masterKeyFile)
    this.keyChangedAt = file.mtimeMs
  }

  private async send(name: string): Promise<void> {
    const { bucket, folder } = this.means
    try {
      this.sizes.set(name, await bucket.send(name, join(folder, name)))
    } catch (error) {
      // The file may be gone since it was listed: replaced by a longer beginning of the segment, or removed because of its age.
      if ((await statOf(folder, name)) !== null) throw error
    }
  }
}

const statOf = (folder: string, name: string) => stat(join(folder, name)).catch(() => null)

/** Written into the bucket, for people who find it without knowing Phial. */
const explanation = `Backups of a database of Phial, laboratory software. All other files, except the lists of hashes, are compressed and
encrypted: "age -d -i key.txt file | zstd -d" opens it. Phial's guide on backups says how to restore the database.
`
