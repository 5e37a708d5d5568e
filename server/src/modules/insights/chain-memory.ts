import { existsSync, renameSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeWhole } from '#server/platform/backup/folder.ts'
import type { Db } from '#server/platform/database.ts'
import { errorCode } from '#server/platform/postgres/data-folder.ts'
import { databaseNumber, type Seen } from './queries-chain.ts'

const name = 'audit-head.json'
const remembered = z.object({
  database: z.number().int(),
  blocks: z.number().int().positive(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.string(),
})

/**
 * The longest chain that a check on this machine found without a break, from a file of the data folder. No statement reaches
 * it, so it also tells when the end of the chain was cut off together with the record of the checks. Null for another database.
 */
export async function readMemory(db: Db, dataDir: string): Promise<Seen | null> {
  let text: string
  try {
    text = await readFile(join(dataDir, name), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  const { database, blocks, head, at } = remembered.parse(JSON.parse(text))
  if (database !== (await databaseNumber(db))) return null
  return { blocks, head: Buffer.from(head, 'hex'), at: new Date(at) }
}

export async function keepMemory(db: Db, dataDir: string, { blocks, head, at }: Seen): Promise<void> {
  if (blocks === 0 || head === null) return
  const database = await databaseNumber(db)
  const content = { database, blocks, head: head.toString('hex'), at: at.toISOString() }
  await writeWhole(join(dataDir, name), Buffer.from(`${JSON.stringify(content)}\n`))
}

/** Sets it aside, for a database that is restored to an earlier moment. Returns whether there was any. */
export function forgetMemory(dataDir: string): boolean {
  const path = join(dataDir, name)
  if (!existsSync(path)) return false
  renameSync(path, `${path}.before-restore`)
  return true
}
