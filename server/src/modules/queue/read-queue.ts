import type { ResponseInput } from '#contract/endpoint.ts'
import type { explainTicket as explainContract, queueBoard, queueDesk, queueMine } from '#contract/queue.ts'
import { type Place, place, type TicketCard, ticketCard } from '#contract/queue-views.ts'
import { passCodeOf, readPassCode, readVisitByReference } from '#server/modules/booking/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { notFound, required } from '#server/platform/errors.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { passCodesFromNetwork } from './limits.ts'
import { standingOf, whyBefore } from './order.ts'
import { type Picture, readPicture, type SiteRef, siteOf } from './picture.ts'
import { endedTicketsOf, type Holder, type PictureTicket, siteOfPatient } from './queries-picture.ts'
import { eventsOfTicket } from './queries-queue.ts'
import { locateTicket } from './queries-tickets.ts'
import { boardOf, cardOf, deskStateOf, placeOf, showEvent } from './show.ts'

/** The present queue for each kind of reader, with which their streams begin. */

type MyState = ResponseInput<typeof queueMine>

export const readBoard = async (
  context: Context,
  siteId: string,
): Promise<ResponseInput<typeof queueBoard>> =>
  boardOf(await readPicture(context, await siteOf(context, siteId)))

export const readDeskState = async (
  context: SignedIn,
  siteId: string | undefined,
): Promise<ResponseInput<typeof queueDesk>> =>
  deskStateOf(await readPicture(context, await siteOf(context, siteId)))

/** A ticket as staff see it, for the answer of a change. */
export async function readCard(context: Context, siteId: string, id: string): Promise<TicketCard> {
  const picture = await readPicture(context, await siteOf(context, siteId), { only: id })
  return ticketCard.parse(cardOf(ticketIn(picture, id), picture))
}

/** A ticket for the holder of its pass code. */
export async function readPlace(context: Context, siteId: string, id: string): Promise<Place> {
  const picture = await readPicture(context, await siteOf(context, siteId))
  return place.parse(placeOf(ticketIn(picture, id), picture, 'pass code'))
}

function ticketIn(picture: Picture, id: string): PictureTicket {
  return required(picture.tickets.get(id), 'This ticket')
}

/** The holder's tickets in the picture. */
export const ticketsOf = (picture: Picture, holder: Holder): readonly PictureTicket[] =>
  picture.owned.get('accountId' in holder ? holder.accountId : holder.visitId) ?? []

/** The tickets of today: live ones first, then the latest to end. `ended` are those that a picture no longer has. */
export function myStateOf(picture: Picture, holder: Holder, ended: readonly PictureTicket[]): MyState {
  const all = [...ticketsOf(picture, holder), ...ended.filter((ticket) => !picture.tickets.has(ticket.id))]
  const end = (ticket: PictureTicket) => Number(ticket.endedAt ?? Number.POSITIVE_INFINITY)
  const places = all
    .sort((a, b) => end(b) - end(a) || a.number - b.number)
    .map((ticket) => placeOf(ticket, picture, 'accountId' in holder ? 'owner' : 'pass code'))
  return { ...picture, places }
}

/** The site of a patient's queue: the requested one, else that of their latest ticket or next visit. */
export async function siteOfMine(context: SignedIn, siteId: string | undefined): Promise<SiteRef> {
  const { db, clock, actor } = context
  return siteOf(context, siteId ?? (await siteOfPatient(db, actor.accountId, clock.now()))?.siteId)
}

export async function readMine(context: SignedIn, siteId: string | undefined): Promise<MyState> {
  const site = await siteOfMine(context, siteId)
  return readMyState(context, site, { accountId: context.actor.accountId })
}

async function readMyState(context: Context, site: SiteRef, holder: Holder): Promise<MyState> {
  const picture = await readPicture(context, site)
  return myStateOf(picture, holder, await endedTicketsOf(context.db, site.id, holder, picture.day))
}

/** The visit of a pass code. Every wrong code gets the same answer, "not found". */
export async function visitOfPassCode(
  context: Context,
  passCode: string,
): Promise<{ site: SiteRef; holder: { visitId: string } }> {
  await spendOfNetwork(context, passCodesFromNetwork)
  const { reference, proof } = readPassCode(passCode)
  const visit = proof === '' ? null : await readVisitByReference(context.db, 'everyone', reference)
  if (!visit || passCodeOf(visit) !== reference + proof) throw notFound('A visit with this code')
  return { site: { id: visit.siteId, timeZone: visit.timeZone }, holder: { visitId: visit.id } }
}

export async function readByPassCode(context: Context, passCode: string): Promise<MyState> {
  const { site, holder } = await visitOfPassCode(context, passCode)
  return readMyState(context, site, holder)
}

/** Explains a ticket's place, by comparison with each ticket before it, and lists its events. */
export async function explainTicket(
  context: SignedIn,
  id: string,
): Promise<ResponseInput<typeof explainContract>> {
  const { db } = context
  const { siteId } = await locateTicket(db, context.actor.sites, id)
  const picture = await readPicture(context, await siteOf(context, siteId))
  const { at, site, lines, tickets } = picture
  const history = (await eventsOfTicket(db, siteId, id)).map(showEvent)
  const ticket = tickets.get(id)
  const line = (ticket && lines.get(ticket.room)) ?? []
  const index = line.findIndex((waiting) => waiting.id === id)
  if (!ticket || index < 0) {
    const card = ticket ? cardOf(ticket, picture) : await readCard(context, siteId, id)
    return { ticket: card, position: null, standing: null, before: [], history }
  }
  return {
    ticket: cardOf(ticket, picture),
    position: index + 1,
    standing: standingOf(ticket, at, site),
    before: line.slice(0, index).map((before) => ({
      code: before.code,
      why: whyBefore(before, ticket, at, site),
    })),
    history,
  }
}
