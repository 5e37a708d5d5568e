import type { ResponseOf } from '#contract/endpoint.ts'
import type { explainTicket as explainContract } from '#contract/queue.ts'
import type { BoardState, DeskState, MyState, Place, TicketCard } from '#contract/queue-views.ts'
import { findVisitByReference, passCodeOf, readPassCode, readVisit } from '#server/modules/booking/index.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { passCodesFromNetwork } from './limits.ts'
import { standingOf, whyBefore } from './order.ts'
import { type Picture, readPicture, type SiteRef, siteOf } from './picture.ts'
import { endedTicketsOf, type PictureTicket, siteOfPatient } from './queries-picture.ts'
import { eventsOfTicket } from './queries-queue.ts'
import { locateTicket } from './queries-tickets.ts'
import { boardOf, cardOf, deskStateOf, placeOf, showEvent } from './show.ts'

/** The present queue for each kind of reader, with which their streams begin. */

export async function readBoard(context: Context, siteId: string): Promise<BoardState> {
  return boardOf(await readPicture(context, await siteOf(context, siteId)))
}

export async function readDeskState(context: SignedIn, siteId: string | undefined): Promise<DeskState> {
  return deskStateOf(await readPicture(context, await siteOf(context, siteId)))
}

/** A ticket as staff see it, for the answer of a change. */
export async function readCard(context: Context, siteId: string, id: string): Promise<TicketCard> {
  return readCardAt(context, await siteOf(context, siteId), id)
}

export async function readCardAt(context: Context, site: SiteRef, id: string): Promise<TicketCard> {
  const picture = await readPicture(context, site, { only: id })
  const ticket = picture.tickets.get(id)
  if (!ticket) throw notFound('This ticket')
  return cardOf(ticket, picture)
}

/** A ticket for somebody who has just presented its pass code. */
export async function readPlace(context: Context, siteId: string, id: string): Promise<Place> {
  const picture = await readPicture(context, await siteOf(context, siteId))
  const ticket = picture.tickets.get(id)
  if (!ticket) throw notFound('This ticket')
  return placeOf(ticket, picture, 'pass code')
}

/** The places that a reader may see: those of their account, or the one of their pass code. */
export type Whose = { accountId: string } | { visitId: string }

/** Those in the picture. */
export const ticketsOf = (picture: Picture, whose: Whose): readonly PictureTicket[] =>
  picture.owned.get('accountId' in whose ? whose.accountId : whose.visitId) ?? []

/** The tickets of today: live ones first, then the latest to end. `ended` are those that a picture no longer has. */
export function myStateOf(picture: Picture, whose: Whose, ended: readonly PictureTicket[]): MyState {
  const all = [...ticketsOf(picture, whose), ...ended.filter((ticket) => !picture.tickets.has(ticket.id))]
  const end = (ticket: PictureTicket) => Number(ticket.endedAt ?? Number.POSITIVE_INFINITY)
  return {
    seq: picture.seq,
    at: picture.at.toISOString(),
    places: all
      .sort((a, b) => end(b) - end(a) || a.number - b.number)
      .map((ticket) => placeOf(ticket, picture, 'accountId' in whose ? 'owner' : 'pass code')),
  }
}

/** The site of a patient's queue: the requested one, else that of their latest ticket or next visit. */
export async function siteOfMine(context: SignedIn, siteId: string | undefined): Promise<SiteRef> {
  const { db, clock, actor } = context
  const own = siteId ?? (await siteOfPatient(db, actor.accountId, clock.now()))
  return siteOf(context, own ?? undefined)
}

export async function readMine(context: SignedIn, siteId: string | undefined): Promise<MyState> {
  const site = await siteOfMine(context, siteId)
  return readMyState(context, site, { accountId: context.actor.accountId })
}

export async function readMyState(context: Context, site: SiteRef, whose: Whose): Promise<MyState> {
  const picture = await readPicture(context, site)
  return myStateOf(picture, whose, await endedTicketsOf(context.db, site.id, whose, picture.day))
}

/** The visit of a pass code. Every wrong code gets the same answer, "not found". */
export async function holderOf(
  context: Context,
  passCode: string,
): Promise<{ site: SiteRef; visitId: string }> {
  await spend(context, passCodesFromNetwork, context.network)
  const { reference, proof } = readPassCode(passCode)
  const id = proof === '' ? null : await findVisitByReference(context.db, null, reference)
  const visit = id && (await readVisit(context.db, 'everyone', id))
  if (!visit || passCodeOf(visit) !== reference + proof) throw notFound('A visit with this code')
  return { site: { id: visit.siteId, timeZone: visit.timeZone }, visitId: visit.id }
}

export async function readByPassCode(context: Context, passCode: string): Promise<MyState> {
  const { site, visitId } = await holderOf(context, passCode)
  return readMyState(context, site, { visitId })
}

/** Explains a ticket's place, by comparison with each ticket before it, and lists its events. */
export async function explainTicket(
  context: SignedIn,
  id: string,
): Promise<ResponseOf<typeof explainContract>> {
  const { db } = context
  const at = await locateTicket(db, context.actor.sites, id)
  if (!at) throw notFound('This ticket')
  const site = await siteOf(context, at.siteId)
  const picture = await readPicture(context, site)
  const ticket = picture.tickets.get(id)
  const history = (await eventsOfTicket(db, site.id, id)).map(showEvent)
  if (!ticket) return { ticket: await readCard(context, site.id, id), ...outOfLine, history }
  const line = picture.lines.get(ticket.room) ?? []
  const index = line.findIndex((one) => one.id === id)
  if (index < 0) return { ticket: cardOf(ticket, picture), ...outOfLine, history }
  return {
    ticket: cardOf(ticket, picture),
    position: index + 1,
    standing: standingOf(ticket, picture.at, picture.settings, picture.site.timeZone),
    before: line.slice(0, index).map((one) => ({
      code: one.code,
      why: whyBefore(one, ticket, picture.at, picture.settings),
    })),
    history,
  }
}

const outOfLine = { position: null, standing: null, before: [] }
