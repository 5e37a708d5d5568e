import {
  comingRecollection,
  findVisitByReference,
  findVisitOfToday,
  reachOf,
  readPassCode,
  readVisit,
} from '#server/modules/booking/index.ts'
import { findByNumber, parsePersonNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { isAccessionNumber } from './accession.ts'
import { findByNextLabel } from './queries-recollection.ts'
import { readSamples } from './queries-samples.ts'

/** A scanner types what it reads and presses Enter: this says what that was. */
export async function findOnBench(
  context: SignedIn,
  code: string,
): Promise<{ kind: 'visit' | 'sample'; id: string }> {
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
  const visit = await findVisitByReference(db, actor.sites, readPassCode(code).reference)
  if (!visit) throw notFound('A visit or sample with this code')
  return { kind: 'visit', id: visit }
}

/** The visit of today of the person with this number. Nothing is told of a person who has none here. */
async function visitOfPerson({ db, actor, clock }: SignedIn, typed: string): Promise<string> {
  const number = parsePersonNumber(typed)
  if (number === null) throw notFound('A person with this number (a digit is wrong: read it again)')
  const person = await findByNumber(db, number)
  const visit = person && (await findVisitOfToday(db, actor.sites, person.id, clock.now()))
  if (!visit) throw notFound('A visit today of the person with this number')
  return visit
}

/** Where the tube of a label is drawn that was printed before: at the appointment that was given for it, if there is one. */
async function visitOfLabel(context: SignedIn, accession: string): Promise<string | null> {
  const id = await findByNextLabel(context.db, accession)
  const order = id === null ? null : await readVisit(context.db, reachOf(context.actor), id)
  return order && ((await comingRecollection(context, order))?.id ?? order.id)
}
