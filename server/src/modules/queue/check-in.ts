import type { TicketCard } from '#contract/queue-views.ts'
import type { Room } from '#contract/ticket-states.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { moveVisit, passCodeOf, requireVisit, type Visit } from '#server/modules/booking/index.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { changeQueue, type OpenQueue } from './change-queue.ts'
import { dayOf } from './picture.ts'
import { isUrgentByStaff } from './policy.ts'
import { takeNumber } from './queries-queue.ts'
import { liveTicketOfVisit, lockVisit } from './queries-tickets.ts'
import { readCard } from './read-queue.ts'
import { ticketCode } from './ticket-code.ts'
import type { Ticket, Way } from './ticket-life.ts'

type Options = { way: Way; urgent?: boolean | undefined; room?: Room | undefined }

/**
 * Checks a patient in: the visit becomes `arrived` and gets a ticket. Checking in is idempotent. A visit in progress gets another
 * ticket if the patient has come back for a repeat collection.
 */
export function checkIn(context: Context, visit: Visit, options: Options): Promise<Ticket> {
  return transact(context, async (inside) => {
    const here = await arrive(inside, visit)
    return changeQueue(inside, visit.siteId, async (queue) => {
      const live = await liveTicketOfVisit(inside.db, visit.siteId, visit.id)
      return live ?? issueTicket(inside, queue, here, options)
    })
  })
}

/** The visit is always locked before the queue: see `changeQueue`. */
function arrive(context: Context, visit: Visit): Promise<Visit> {
  switch (visit.status) {
    case 'booked':
    case 'no_show':
      return moveVisit(context, visit, 'arrived')
    case 'arrived':
    case 'collected':
    case 'in_progress':
      return lockVisit(context.db, visit.siteId, visit.id).then(() => visit)
    case 'completed':
    case 'cancelled':
      throw notPossible(
        `This visit is ${visitStateLabels[visit.status].toLowerCase()}. Register a walk-in instead.`,
      )
    default:
      return visit.status satisfies never
  }
}

/** Issues a ticket with the day's next number. */
export async function issueTicket(
  { clock }: Pick<Context, 'clock'>,
  queue: OpenQueue,
  visit: Visit,
  { way, urgent = isUrgentByStaff(visit), room = 'collection' }: Options,
): Promise<Ticket> {
  const { day } = dayOf(queue, queue.now)
  const number = await takeNumber(queue.tx, queue.siteId, day)
  const kind = visit.walkIn ? 'walk-in' : 'appointment'
  return queue.issue(uuidv7(clock), way, {
    visitId: visit.id,
    day,
    number,
    code: ticketCode(urgent ? 'stat' : kind, number),
    class: kind,
    urgent,
    appointmentAt: visit.walkIn ? null : visit.startsAt.toISOString(),
    tests: visit.tests.map((test) => test.code).sort(),
    room,
  })
}

/** Check-in at the desk, for a visit of any day. */
export async function checkInAtDesk(
  context: SignedIn,
  id: string,
  options: { urgent?: boolean | undefined; room?: Room | undefined },
): Promise<{ message: string; ticket: TicketCard; passCode: string }> {
  const visit = await requireVisit(context, id)
  const ticket = await checkIn(context, visit, { way: 'desk', ...options })
  return {
    message: `${visit.patient.fullName} has ticket ${ticket.code}.`,
    ticket: await readCard(context, visit.siteId, ticket.id),
    passCode: passCodeOf(visit),
  }
}
