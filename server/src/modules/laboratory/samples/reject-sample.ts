import type { rejectSample as rejectContract } from '#contract/bench.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  comingRecollection,
  extendRecollection,
  lockVisit,
  orderOf,
  readVisit,
  recollectVisit,
  requireVisit,
  type Visit,
} from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { dateFormatters } from '#server/platform/date-formatters.ts'
import { invalid, isSqlError, notPossible, sqlState } from '#server/platform/errors.ts'
import { presentSample, presentVisitToCome } from '../present.ts'
import { withdrawTasks } from '../tasks/queries-tasks.ts'
import { sampleOf } from './handle-sample.ts'
import { missingTubes } from './plan-collection.ts'
import { lockUnfinished, setNextLabel, setRejected } from './queries-recollection.ts'
import type { SampleRow } from './queries-samples.ts'
import { takeAccessions } from './take-accessions.ts'

type Body = BodyOf<typeof rejectContract>

/**
 * Rejects a sample. One transaction withdraws its unfinished tasks, reserves the number of the replacement tube and, if a time was
 * chosen, books the patient's repeat collection with a mail. If that time is no longer free, nothing is changed.
 */
export async function rejectSample(context: SignedIn, accession: string, body: Body) {
  const sample = await sampleOf(context, accession)
  const again = await unlessCrossed(context, async (inside) => {
    await refuse(inside, sample, body)
    return sample.tests.length === 0 ? withoutTests(body) : arrangeAnother(inside, sample, body)
  })
  const after = await sampleOf(context, accession)
  return {
    message: `${accession} rejected. ${sayNext(sample, body, again)}`,
    sample: presentSample(after),
    label: after.nextLabel,
    again: again && presentVisitToCome(again),
  }
}

async function refuse(inside: SignedIn, sample: SampleRow, { reason, note }: Body): Promise<void> {
  const { db, clock, actor } = inside
  const now = clock.now()
  await lockUnfinished(db, sample)
  const rejection = {
    rejectedBy: actor.accountId,
    rejectedAt: now,
    rejectionReason: reason,
    rejectionNote: note,
  }
  if (!(await setRejected(db, sample.accession, rejection))) {
    const why = sample.status === 'rejected' ? 'was rejected already' : 'has results or is no longer here'
    throw notPossible(`This sample ${why}: it cannot be rejected.`)
  }
  await withdrawTasks(db, sample, now)
  await audit(inside, {
    action: 'sample.rejected',
    subject: { kind: 'sample', id: sample.id },
    reason: [reason, note].filter(Boolean).join(': '),
  })
}

/** For a sample without tests, such as an aliquot: refuses a request to collect it again. */
function withoutTests({ again }: Body): null {
  if (again !== 'undecided')
    throw invalid({ again: ['No test waits for this sample: nothing is collected again'] })
  return null
}

/** Locks the chair before the row of numbers, so that waiting for a chair does not block others who need a number. */
async function arrangeAnother(inside: SignedIn, sample: SampleRow, { again, at }: Body) {
  const { db } = inside
  await lockVisit(db, sample.siteId, sample.visitId)
  const order = await readVisit(db, 'everyone', sample.visitId)
  if (!order) throw new Error('A sample without a visit')
  const coming = await comingRecollection(inside, order)
  const tests = sample.tests.map((test) => test.code)
  if (coming) await extendRecollection(inside, coming, tests)
  const given = again === 'later' && at !== undefined ? await newTime(inside, order, at) : null
  const [number = ''] = await takeAccessions(inside, sample.siteId, 1)
  await setNextLabel(db, sample, number)
  return given ?? coming
}

function sayNext(sample: SampleRow, { again }: Body, visit: Visit | null): string {
  if (sample.tests.length === 0) return 'No test waits for another.'
  if (again === 'now') return 'Collect another now: its label is ready.'
  if (!visit) return 'The visit waits for another sample.'
  return again === 'later' ? sayTime(visit) : `Another is collected at the visit ${visit.reference}.`
}

const formatterOf = dateFormatters({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

function sayTime(visit: Visit): string {
  const when = formatterOf(visit.timeZone).format(visit.startsAt)
  const told = visit.patient.email === '' ? ' No e-mail address is known: tell the patient.' : ''
  return `${visit.patient.fullName} comes again on ${when}, reference ${visit.reference}.${told}`
}

/**
 * Books a repeat collection of all tubes that are missing, for example after a rejection without a time, after a test was added, or
 * after a repeat collection that was cancelled or missed.
 */
export async function giveNewTime(context: SignedIn, id: string, at: string) {
  const found = await requireVisit(context, id)
  const visit = await unlessCrossed(context, async (inside) => {
    const { id: orderId } = await orderOf(inside, found)
    await lockVisit(inside.db, found.siteId, orderId)
    const order = await readVisit(inside.db, 'everyone', orderId)
    if (!order) throw new Error('A visit that is gone')
    return newTime(inside, order, at)
  })
  return { message: sayTime(visit), again: presentVisitToCome(visit) }
}

/** Retries once after a deadlock with a booking: PostgreSQL has rolled everything back. */
async function unlessCrossed<T>(context: SignedIn, work: (inside: SignedIn) => Promise<T>): Promise<T> {
  const attempt = () => transact(context, work)
  return attempt().catch((error: unknown) => {
    if (isSqlError(error, sqlState.deadlock)) return attempt()
    throw error
  })
}

async function newTime(inside: SignedIn, order: Visit, at: string): Promise<Visit> {
  const start = Date.parse(at) / 60_000
  if (!Number.isInteger(start)) throw invalid({ at: ['Visits start on a whole minute'] })
  const tests = (await missingTubes(inside.db, order)).flatMap((tube) => tube.tests.map((test) => test.code))
  if (tests.length === 0) {
    throw notPossible('Everything that this visit needs has been collected.')
  }
  return recollectVisit(inside, order, { tests, start })
}
