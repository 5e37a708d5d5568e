import type { QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/hl7-files.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { required, requirePossible } from '#server/platform/errors.ts'
import { decodedName } from '#server/platform/file-types/given-file.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { fileOfWaiting } from './file-of-waiting.ts'
import { requireConnection, requireOpenConnection } from './manage-connections.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { findFile, insertFile, listFileRows, noteFile } from './queries-files.ts'
import { readBatch } from './read-batch.ts'
import { takeFile } from './take-file.ts'

/** Batch files of hospitals without a line. */

export async function listFiles(context: SignedIn, id: string, query: QueryOf<typeof contract.listHl7Files>) {
  await requireConnection(context, id)
  return listFileRows(context.db, id, query)
}

/** The file that is downloaded. Reading it is audited, since it has data of patients. */
export async function readFile(context: SignedIn, id: string, fileId: string): Promise<Buffer> {
  const connection = await requireConnection(context, id)
  const { bytes } = required(await findFile(context.db, id, fileId), 'This file')
  await noteOn(context, connection, 'hl7_file.read', fileId)
  return bytes
}

/** Takes the messages of a file, one after another, and keeps their acknowledgements as a file. */
export async function addFile(
  context: SignedIn,
  id: string,
  given: { name: string; bytes: Uint8Array | undefined },
) {
  const connection = await requireOpenConnection(context, id)
  const name = decodedName(given.name)
  const messages = readBatch(Buffer.from(given.bytes ?? []))
  const { acknowledgements, counts } = await takeFile(context, connection, messages)
  const file = await keepFile(context, connection, 'in', name, {
    bytes: acknowledgements,
    messages: messages.length,
  })
  return { message: `${name} is taken: ${counts}.`, id: file.id }
}

/** Puts the messages that wait into a file. */
export async function makeFile(context: SignedIn, id: string) {
  const connection = await requireOpenConnection(context, id)
  const made = await transact(context, async (inside) => {
    const name = `phial-${inside.clock.now().toISOString().slice(0, 19).replaceAll(':', '')}.hl7`
    const found = await fileOfWaiting(inside, connection, name)
    if (!found) return null
    const file = await keepFile(inside, connection, 'out', name, {
      bytes: found.bytes,
      messages: found.ids.length,
    })
    await noteFile(inside.db, found.ids, file.id)
    return { id: file.id, name, messages: found.ids.length }
  })
  requirePossible(made ? null : 'No message waits.')
  const { name = '', id: fileId = '' } = made ?? {}
  return { message: `${name} is made.`, id: fileId }
}

async function keepFile(
  context: SignedIn,
  connection: ConnectionRow,
  direction: 'in' | 'out',
  name: string,
  content: { bytes: Buffer; messages: number },
): Promise<{ id: string }> {
  const { clock, actor } = context
  const id = uuidv7(clock)
  await transact(context, async (inside) => {
    await insertFile(inside.db, {
      ...{ id, connectionId: connection.id, direction, name, at: clock.now(), accountId: actor.accountId },
      ...content,
    })
    await noteOn(inside, connection, direction === 'in' ? 'hl7_file.added' : 'hl7_file.made', id)
  })
  return { id }
}

const noteOn = (
  context: SignedIn,
  { id: connection, clientId }: ConnectionRow,
  action: 'hl7_file.added' | 'hl7_file.made' | 'hl7_file.read',
  file: string,
) => audit(context, { action, subject: { kind: 'api_client', id: clientId }, after: { connection, file } })
