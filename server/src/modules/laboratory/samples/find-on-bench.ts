import {
  comingRecollection,
  findVisitOfToday,
  reachOf,
  readPassCode,
  readVisit,
  readVisitByReference,
} from '#server/modules/booking/index.ts'
import { findByNumber, parsePersonNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { isAccessionNumber } from './accession.ts'
import { findByNextLabel } from './queries-recollection.ts'
import { readSamples } from './queries-samples.ts'

type Found = { kind: 'visit' | 'sample'; id: string }

/** Identifies a scanned code: a scanner types what it reads and presses Enter. */
export async function findOnBench(context: SignedIn, code: string): Promise<Found> {
  const { db, actor } = context
  const digits = code.replace(/[\s-]/g, '')
  if (/^\d{14}$/.test(digits)) {
    if (!isAccessionNumber(digits))
      throw notFound('A sample with this number (a digit is wrong: read it again)')
    const [sample] = await readSamples(db, actor.sites, [digits])
    if (sample) return { kind: 'sample', id: sample.accession }
    const visit = await visitOfLabel(context, digits)
    if (!visit) throw notFound('A sample with this number')
    return { kind: 'visit', id: visit }
  }
  if (/^P\d{9,}$/i.test(digits)) return { kind: 'visit', id: await visitOfPerson(context, digits) }
  const visit = await readVisitByReference(db, reachOf(actor), readPassCode(code).reference)
  if (!visit) throw notFound('A visit or sample with this code')
  return { kind: 'visit', id: visit.id }
}

/** Today's visit of the person with this number. A person without a visit here is not found. */
async function visitOfPerson({ db, actor, clock }: SignedIn, typed: string): Promise<string> {
  const number = parsePersonNumber(typed)
  if (number === null) throw notFound('A person with this number (a digit is wrong: read it again)')
  const person = await findByNumber(db, number)
  const visit = person && (await findVisitOfToday(db, actor.sites, person.id, clock.now()))
  if (!visit) throw notFound('A visit today of the person with this number')
  return visit
}

/** The visit at which the tube of a label printed in advance is collected: its repeat collection, if one is booked. */
async function visitOfLabel(context: SignedIn, accession: string): Promise<string | null> {
  const found = await findByNextLabel(context.db, accession)
  const order = found && (await readVisit(context.db, reachOf(context.actor), found.visitId))
  return order ? ((await comingRecollection(context, order))?.id ?? order.id) : null
}
