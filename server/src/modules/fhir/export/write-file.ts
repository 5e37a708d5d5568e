import { Readable } from 'node:stream'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { type ClientCall, requireScope } from '../admit-client.ts'
import type { Asked, Kind } from '../kind.ts'
import { askedUpdated } from '../read-date.ts'
import { isClientLive } from './queries-exports.ts'
import { requireExport } from './start-export.ts'

const perPage = 200

/** The most files that a client reads from this process at the same time. */
const mostReading = 4
const reading = new Map<string, number>()

/**
 * The resources of a type as lines of JSON, read a page at a time while they are sent, so that neither the memory nor a disk ever holds a
 * whole file.
 */
export async function fileOf(
  call: ClientCall,
  kinds: readonly Kind[],
  { id, type }: { id: string; type: string },
): Promise<Readable> {
  const { types, since, createdAt } = await requireExport(call, id)
  const kind = types.includes(type) ? kinds.find((one) => one.type === type) : undefined
  if (!kind) throw notFound('This file of the export')
  requireScope(call, kind.scope)
  const endReading = beginReading(call.client.id)
  try {
    const from = since === null ? [] : [`ge${since.toISOString()}`]
    const conditions = [...from, `le${createdAt.toISOString()}`]
    const lines = linesOf(call, kind, askedUpdated(kind, conditions))
    // The first page is read before the answer begins, so that an error is still answered with its status.
    const first = await lines.next()
    return Readable.from(joined(first, lines)).once('close', endReading)
  } catch (error) {
    endReading()
    throw error
  }
}

/** Counts a file that a client reads. Returns the function that ends the count. */
function beginReading(client: string): () => void {
  const count = reading.get(client) ?? 0
  if (count >= mostReading)
    throw new Refusal('too_many_requests', `A client reads at most ${mostReading} files at the same time`, {
      retryAfterSeconds: 10,
    })
  reading.set(client, count + 1)
  return () => {
    const left = (reading.get(client) ?? 1) - 1
    if (left === 0) reading.delete(client)
    else reading.set(client, left)
  }
}

async function* linesOf(call: ClientCall, kind: Kind, asked: readonly Asked[]) {
  let cursor: string | undefined
  do {
    // A client that is ended gets nothing more.
    if (!(await isClientLive(call.db, call.client.id))) throw new Error('The client was ended')
    const { rows, nextCursor } = await kind.search(call, asked, { limit: perPage, cursor })
    yield rows.map((resource) => `${JSON.stringify(resource)}\n`).join('')
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function* joined(first: IteratorResult<string>, rest: AsyncGenerator<string>) {
  if (!first.done) yield first.value
  yield* rest
}
