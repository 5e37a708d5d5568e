import { z } from 'zod'
import { keptPath, listKept, writeWhole } from '#server/platform/backup/folder.ts'
import { type BackupKey, readSealed, seal } from '#server/platform/backup/seal.ts'
import type { Db } from '#server/platform/database.ts'

/**
 * Who was erased, beside the backups: a database that is restored to an earlier moment does not know it. The files have ids only, and
 * are sealed, so that whoever can write into the folder but has no public key cannot have somebody erased.
 */

const erasure = z.object({
  /** The wish that was carried out. */
  id: z.uuid(),
  erasedAt: z.coerce.date(),
  persons: z.array(z.uuid()),
  accounts: z.array(z.uuid()),
})
export type Erasure = z.output<typeof erasure>

/** The erasures in a database, except those with these ids. */
export type ListErasures = (db: Db, known: readonly string[]) => Promise<Erasure[]>

/** Writes the erasures of the database that are not beside the backups yet. */
export async function keepErasures(
  { folder, key }: { folder: string; key: BackupKey },
  db: Db,
  listErasures: ListErasures,
): Promise<void> {
  const known = listKept(folder).map(({ id }) => id)
  for (const one of await listErasures(db, known)) {
    await writeWhole(
      keptPath(folder, one.erasedAt, one.id),
      await seal(key, Buffer.from(JSON.stringify(one))),
    )
  }
}

/** The erasures beside the backups, and the files that cannot be read, with the reason. */
export async function readKeptErasures(
  folder: string,
  key: BackupKey,
): Promise<{ erasures: Erasure[]; problems: string[] }> {
  const erasures: Erasure[] = []
  const problems: string[] = []
  for (const { path } of listKept(folder)) {
    try {
      erasures.push(erasure.parse(JSON.parse((await readSealed(key, path)).toString('utf8'))))
    } catch (error) {
      problems.push(
        error instanceof z.ZodError ? `${path} is of another version.` : String((error as Error).message),
      )
    }
  }
  return { erasures, problems }
}
