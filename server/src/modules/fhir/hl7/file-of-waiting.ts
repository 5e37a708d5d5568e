import { controlIdOf } from '#server/modules/instruments/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { callOf } from './call-of.ts'
import { messageToSend } from './message-to-send.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { moveMessage } from './queries-messages.ts'
import { nextWaiting } from './queries-waiting.ts'
import { mostInFile } from './read-batch.ts'
import { batchFile } from './write-batch.ts'

const mostBytes = 16 * 1024 * 1024

/** Puts the waiting messages into a batch file, in the transaction. Null: no message waits. */
export async function fileOfWaiting(inside: SignedIn, connection: ConnectionRow, name: string) {
  const { db, clock } = inside
  const call = await callOf({ ...inside, actor: null }, connection.id)
  const messages: Buffer[] = []
  const ids: string[] = []
  let size = 0
  const now = clock.now()
  while (call && ids.length < mostInFile && size < mostBytes) {
    const next = await nextWaiting(db, { connectionId: connection.id, inOneOrder: false, now })
    if (!next) break
    const bytes = await messageToSend(call, next)
    if (!bytes) continue
    await moveMessage(db, next.id, ['waiting'], {
      ...{ state: 'sent', times: next.times + 1, lastAt: now, reason: '', answer: null },
    })
    messages.push(bytes)
    ids.push(next.id)
    size += bytes.length
  }
  if (ids.length === 0) return null
  return { ids, bytes: batchFile(connection, { id: controlIdOf(uuidv7(clock)), name, now }, messages) }
}
