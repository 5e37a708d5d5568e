import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { accessionsMeantBy } from '../matching/sample-numbers.ts'
import type { InstrumentRow } from '../queries-instruments.ts'
import { samplesMeant } from '../queries-matching.ts'
import { readWire } from '../read-wire.ts'
import type { AskedSample } from '../wire/orders.ts'
import { openOrders, openOrdersOn } from './queries-orders.ts'
import { type Answers, ordersBySample, writeAnswer } from './write-orders.ts'

/** The maximum number of tasks in the answer to a query about all samples. */
const mostOfAll = 500

/** The messages that answer the query of an instrument; null if the message is not a query. */
export async function answerQuery(
  context: Context,
  instrument: InstrumentRow,
  message: Buffer,
): Promise<Answers | null> {
  const wire = readWire(message, instrument)
  if (wire.kind !== 'query') return null
  const writing = { newId: () => uuidv7(context.clock), at: context.clock.now(), older: wire.older }
  if (wire.isAll) {
    const all = await openOrders(context.db, instrument, mostOfAll)
    return writeAnswer(instrument, ordersBySample(instrument, all), [], writing)
  }
  const named = await nameSamples(context, instrument, wire.asked)
  const orders = await openOrdersOn(context.db, instrument, [...named.keys()])
  const known = new Map(orders.map(({ sampleId, accession }) => [accession, named.get(sampleId)]))
  const answered = new Set(known.values())
  return writeAnswer(
    instrument,
    ordersBySample(instrument, orders, (accession) => known.get(accession)?.as ?? [accession]),
    wire.asked.filter((one) => !answered.has(one)),
    writing,
  )
}

/** The samples of a query by their ids. An ambiguous number is answered like an unknown number. */
async function nameSamples({ db }: Context, { siteId }: InstrumentRow, asked: readonly AskedSample[]) {
  const meant = asked.map((one) => ({ one, accessions: accessionsMeantBy(one.sample) }))
  const samples = await samplesMeant(
    db,
    siteId,
    [...new Set(meant.flatMap(({ accessions }) => accessions))],
    [],
  )
  const named = new Map<string, AskedSample>()
  for (const { one, accessions } of meant) {
    const ids = new Set(samples.flatMap(({ id, accession }) => (accessions.includes(accession) ? [id] : [])))
    const [id] = ids
    if (id !== undefined && ids.size === 1) named.set(id, one)
  }
  return named
}
