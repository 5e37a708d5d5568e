import type {
  BoardState,
  DeskState,
  Place,
  QueueEvent,
  TicketCard,
  Wait,
  WaitingCard,
} from '#contract/queue-views.ts'
import { after, minutes } from '#server/platform/clock.ts'
import { classOf, standingOf, whyBefore } from './order.ts'
import type { Picture } from './picture.ts'
import { whyNotUndo } from './policy.ts'
import type { PictureDesk, PictureTicket } from './queries-picture.ts'
import type { EventRow } from './queries-queue.ts'

/** Presents a picture to each kind of reader. A reader gets only what is listed here. */

const iso = (instant: Date | null) => (instant === null ? null : instant.toISOString())
const isoText = (text: string) => new Date(text).toISOString()

const deskOf = (picture: Picture, number: number | null): PictureDesk | undefined =>
  number === null ? undefined : picture.desks.find((desk) => desk.number === number)

const waitOf = (ticket: PictureTicket, picture: Picture): Wait =>
  (ticket.status === 'waiting' && picture.waits.get(ticket.id)) || { kind: 'unknown' }

export function cardOf(ticket: PictureTicket, picture: Picture): TicketCard {
  const desk = deskOf(picture, ticket.status === 'waiting' ? ticket.forDesk : ticket.desk)
  const called = ticket.recalledAt ?? ticket.calledAt
  const { lastEvent } = ticket
  const there = lastEvent.desk === null ? undefined : picture.atDesk.get(lastEvent.desk)
  const inTheWay = there && there.id !== ticket.id && goesBackToDesk.includes(lastEvent.kind) ? there : null
  const deskName = deskOf(picture, lastEvent.desk)?.name ?? 'The desk'
  return {
    id: ticket.id,
    code: ticket.code,
    status: ticket.status,
    class: classOf(ticket),
    room: ticket.room,
    desk: desk ? { number: desk.number, name: desk.name } : null,
    staff: ticket.staffId === null ? null : { id: ticket.staffId, name: ticket.staffName ?? '' },
    visitId: ticket.visitId,
    reference: ticket.reference,
    patient: ticket.patient,
    priority: ticket.priority,
    tests: ticket.tests,
    appointmentAt: iso(ticket.appointmentAt),
    arrivedAt: ticket.arrivedAt.toISOString(),
    queuedAt: ticket.queuedAt.toISOString(),
    skips: ticket.skips,
    calledAt: iso(ticket.calledAt),
    recalls: ticket.recalls,
    startedAt: iso(ticket.startedAt),
    endedAt: iso(ticket.endedAt),
    noShowFrom:
      ticket.status === 'called' && called
        ? after(called, minutes(picture.settings.noShowMinutes)).toISOString()
        : null,
    wait: waitOf(ticket, picture),
    lastEvent: {
      seq: lastEvent.seq,
      kind: lastEvent.kind,
      whyNotUndone: whyNotUndo(
        lastEvent,
        ticket,
        picture.day,
        inTheWay && { name: deskName, code: inTheWay.code },
      ),
    },
  }
}

/** Events whose undoing returns the ticket to its desk. */
export const goesBackToDesk: readonly string[] = ['skipped', 'transferred', 'finished', 'left', 'no_show']

function waitingCards(picture: Picture): WaitingCard[] {
  const { at, settings, site } = picture
  return [...picture.lines.values()].flatMap((line) =>
    line.map((ticket, index) => {
      const next = line[index + 1]
      return {
        ...cardOf(ticket, picture),
        position: index + 1,
        standing: standingOf(ticket, at, settings, site.timeZone),
        whyBeforeNext: next ? whyBefore(ticket, next, at, settings) : null,
      }
    }),
  )
}

export function deskStateOf(picture: Picture): DeskState {
  return {
    seq: picture.seq,
    at: picture.at.toISOString(),
    site: picture.site,
    desks: picture.desks.filter(isInUse).map((desk) => showDesk(desk, picture)),
    waiting: waitingCards(picture),
    recent: picture.recent.map((ticket) => cardOf(ticket, picture)),
    expected: picture.expected,
  }
}

const isInUse = (desk: PictureDesk) => desk.active || desk.state !== 'closed'

export function showDesk(desk: PictureDesk, picture: Picture): DeskState['desks'][number] {
  const ticket = picture.atDesk.get(desk.number)
  return {
    number: desk.number,
    name: desk.name,
    room: desk.room,
    state: desk.state,
    since: desk.since === null ? null : isoText(desk.since),
    staff: desk.staff,
    ticket: ticket ? cardOf(ticket, picture) : null,
  }
}

export function boardOf(picture: Picture): BoardState {
  return {
    seq: picture.seq,
    at: picture.at.toISOString(),
    site: picture.site,
    desks: picture.desks
      .filter((desk) => desk.state !== 'closed')
      .map((desk) => {
        const ticket = picture.atDesk.get(desk.number)
        const status = ticket?.status === 'called' || ticket?.status === 'serving' ? ticket.status : null
        return { name: desk.name, room: desk.room, state: desk.state, code: ticket?.code ?? null, status }
      }),
    calls: picture.calls.map((call) => ({ ...call, at: isoText(call.at) })),
    waiting: [...picture.lines]
      .filter(([, line]) => line.length > 0)
      .map(([room, line]) => ({ room, codes: line.map((ticket) => ticket.code) })),
  }
}

/** A ticket as its owner sees it; without a name for somebody who only shows its pass code. */
export function placeOf(ticket: PictureTicket, picture: Picture, by: 'owner' | 'pass code'): Place {
  const line = picture.lines.get(ticket.room) ?? []
  const ahead = line.slice(
    0,
    Math.max(
      0,
      line.findIndex((one) => one.id === ticket.id),
    ),
  )
  const urgent = ahead.filter((one) => one.urgent).length
  const appointments = ahead.filter((one) => !one.urgent && one.class === 'appointment').length
  return {
    code: ticket.code,
    status: ticket.status,
    class: classOf(ticket),
    site: picture.site,
    room: ticket.room,
    desk: ticket.status === 'waiting' ? null : (deskOf(picture, ticket.desk)?.name ?? null),
    peopleBefore: ahead.length,
    before: { urgent, appointments, others: ahead.length - urgent - appointments },
    arrivedAt: ticket.arrivedAt.toISOString(),
    appointmentAt: iso(ticket.appointmentAt),
    calledAt: iso(ticket.calledAt),
    endedAt: iso(ticket.endedAt),
    wait: waitOf(ticket, picture),
    visit:
      by === 'owner'
        ? { id: ticket.visitId, reference: ticket.reference, fullName: ticket.patient.fullName }
        : null,
  }
}

export function showEvent(event: EventRow): QueueEvent {
  return {
    seq: event.seq,
    at: event.at.toISOString(),
    kind: event.kind,
    ticketId: event.ticketId,
    code: event.code,
    desk: event.deskName,
    by: event.byName,
    note: noteOf(event.detail),
    undone: event.undone,
    undoes: event.undoes,
  }
}

function noteOf(detail: EventRow['detail']): string | null {
  const { reason, cause, room, way } = detail as Readonly<Record<string, unknown>>
  const words = [reason, cause, room, way].find((word) => typeof word === 'string' && word !== '')
  return (words as string | undefined) ?? null
}
