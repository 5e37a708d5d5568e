import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import type { checkInAtKiosk as contract } from '#contract/queue.ts'
import { passCodeOf, readPassCode, readVisitByReference, type Visit } from '#server/modules/booking/index.ts'
import { clockAt, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, required, requirePossible } from '#server/platform/errors.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { checkIn } from './check-in.ts'
import { kioskTriesFromNetwork } from './limits.ts'
import { dayOf } from './picture.ts'
import { readQueue } from './queries-queue.ts'
import { liveTicketOfVisit } from './queries-tickets.ts'
import { readPlace } from './read-queue.ts'
import { isSurname } from './surname.ts'

/** Self check-in: by the scanned code, or by reference and surname. */
export async function checkInAtKiosk(
  context: Context,
  { code, surname, siteId }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  await spendOfNetwork(context, kioskTriesFromNetwork)
  const { reference, proof } = readPassCode(code)
  if (proof === '' && surname === '') throw invalid({ surname: ['Surname is required'] })
  const visit = required(
    await findVisit(context, { reference, proof, surname }),
    'A visit with these details',
  )
  requirePossible(await whyNotAtKiosk(context, visit, siteId))
  const ticket = await checkIn(context, visit, { way: proof === '' ? 'kiosk' : 'pass' })
  const place = await readPlace(context, visit.siteId, ticket.id)
  const { peopleBefore } = place
  const before = peopleBefore === 1 ? '1 person is before you.' : `${peopleBefore} people are before you.`
  const message = `Your ticket is ${ticket.code}. ${peopleBefore === 0 ? 'You are next.' : before}`
  return { message, place, passCode: passCodeOf(visit) }
}

/** The visit of a reference if proof or surname fit, or null. The answer does not tell which part was wrong. */
async function findVisit(
  { db }: Context,
  { reference, proof, surname }: { reference: string; proof: string; surname: string },
): Promise<Visit | null> {
  const visit = await readVisitByReference(db, 'everyone', reference)
  if (!visit) return null
  const matches =
    proof === '' ? isSurname(surname, visit.patient.fullName) : passCodeOf(visit) === reference + proof
  return matches ? visit : null
}

/** Why the patient has to go to the desk, or null. Shown only after both parts were given. */
async function whyNotAtKiosk({ db, clock }: Context, visit: Visit, siteId: string | undefined) {
  if (siteId !== undefined && siteId !== visit.siteId) return `Your visit is at ${visit.siteName}.`
  if (await liveTicketOfVisit(db, visit.siteId, visit.id)) return null
  switch (visit.status) {
    case 'cancelled':
      return 'Your visit was cancelled. Please ask at the desk.'
    case 'collected':
    case 'in_progress':
    case 'completed':
      return 'Your samples have been collected already. Please ask at the desk if you were asked to come again.'
    case 'booked':
    case 'arrived':
    case 'no_show':
      return whyNotNow(db, visit, clock.now())
    default:
      return visit.status satisfies never
  }
}

async function whyNotNow(db: Context['db'], visit: Visit, now: Date): Promise<string | null> {
  const zone = visit.timeZone
  const { start, end } = dayOf(visit, now)
  const at = minuteOf(visit.startsAt)
  if (visit.startsAt < start || visit.startsAt >= end) {
    return `Your visit is on ${localAt(zone, at).day} at ${clockAt(zone, at)}. Please ask at the desk.`
  }
  const queue = await readQueue(db, visit.siteId)
  const opens = after(visit.startsAt, -minutes(queue?.checkInMinutes ?? 0))
  if (now >= opens) return null
  return `Your visit is at ${clockAt(zone, at)}. You can check in from ${clockAt(zone, minuteOf(opens))}.`
}
