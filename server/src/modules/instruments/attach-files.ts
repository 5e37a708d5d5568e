import { attachBytes } from '#server/modules/laboratory/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { withoutBitmap } from '#server/platform/file-types/bitmap.ts'
import { keeperOf } from './keeper.ts'
import { accessionsMeantBy } from './matching/sample-numbers.ts'
import { openOrdersOn } from './orders/queries-orders.ts'
import { type InstrumentRow, noteLink } from './queries-instruments.ts'
import { samplesMeant } from './queries-matching.ts'
import type { SentFile } from './wire/measured.ts'

/** The most files of one message that are attached. */
const mostFiles = 20

/**
 * Attaches images in a message to the open tests of their sample that the analyser measures, under the account that made it live. The
 * same image gives the same attachment, so a message can be processed again. Files that cannot be attached stay in the stored message.
 */
export async function attachFiles(
  context: Context,
  instrument: InstrumentRow,
  files: readonly SentFile[],
): Promise<void> {
  const keeper = keeperOf(context, instrument)
  if (!keeper || files.length === 0) return
  const { db } = context
  const meant = files
    .slice(0, mostFiles)
    .map((file) => ({ file, accessions: accessionsMeantBy(file.sample) }))
  const samples = await samplesMeant(
    db,
    instrument.siteId,
    [...new Set(meant.flatMap(({ accessions }) => accessions))],
    [],
  )
  const orders = await openOrdersOn(db, instrument, [...new Set(samples.map(({ id }) => id))])
  for (const { file, accessions } of meant) {
    const ids = new Set(samples.flatMap(({ id, accession }) => (accessions.includes(accession) ? [id] : [])))
    if (ids.size !== 1) continue
    const bytes = await withoutBitmap(Buffer.from(file.data, file.encoding)).catch(whyRefused)
    for (const { taskId, sampleId } of orders) {
      if (!ids.has(sampleId)) continue
      const refused =
        bytes instanceof Uint8Array
          ? await attachBytes(keeper, taskId, { name: `${file.name}, ${instrument.name}`, bytes }).then(
              () => null,
              whyRefused,
            )
          : (bytes ?? 'The bitmap is damaged.')
      if (refused === null) continue
      const trouble = `An image could not be attached: ${refused}`
      await noteLink(db, instrument, { trouble, troubleAt: context.clock.now() })
    }
  }
}

function whyRefused(error: unknown): string {
  if (error instanceof Refusal) return error.message
  throw error
}
