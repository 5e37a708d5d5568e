import type { z } from 'zod'
import type {
  boardState,
  deskState,
  desk as deskView,
  place,
  queueEvent,
  ticketCard,
  Wait,
} from '#contract/queue-views.ts'
import { classOf, standingOf, whyBefore } from './order.ts'
import type { Picture } from './picture.ts'
import { noShowFrom, whyNotUndo } from './policy.ts'
import type { PictureDesk, PictureTicket } from './queries-picture.ts'
import type { EventRow } from './queries-queue.ts'

/** Presents a picture to each kind of reader. Answers and messages are cut to their schema: a reader gets only what it lists. */

type Card = z.input<typeof ticketCard>

const deskOf = (picture: Picture, number: number | null): PictureDesk | undefined =>
  number === null ? undefined : picture.desks.find((desk) => desk.number === number)

const waitOf = (ticket: PictureTicket, picture: Picture): Wait =>
  (ticket.status === 'waiting' && picture.waits.get(ticket.id)) || { kind: 'unknown' }

export function cardOf(ticket: PictureTicket, picture: Picture): Card {
  const { lastEvent } = ticket
  const there = lastEvent.desk === null ? undefined : picture.atDesk.get(lastEvent.desk)
  const inTheWay = there && there.id !== ticket.id && goesBackToDesk.includes(lastEvent.kind) ? there : null
  const name = deskOf(picture, lastEvent.desk)?.name ?? 'The desk'
  const whyNotUndone = whyNotUndo(lastEvent, ticket, picture.day, inTheWay && { name, code: inTheWay.code })
  return {
    ...ticket,
    class: classOf(ticket),
    desk: deskOf(picture, ticket.status === 'waiting' ? ticket.forDesk : ticket.desk) ?? null,
    noShowFrom: noShowFrom(ticket, picture.site),
    wait: waitOf(ticket, picture),
    lastEvent: { ...lastEvent, whyNotUndone },
  }
}

/** Events whose undoing returns the ticket to its desk. */
export const goesBackToDesk: readonly string[] = ['skipped', 'transferred', 'finished', 'left', 'no_show']

function waitingCards(picture: Picture): z.input<typeof deskState>['waiting'] {
  const { at, site } = picture
  return [...picture.lines.values()].flatMap((line) =>
    line.map((ticket, index) => {
      const next = line[index + 1]
      return {
        ...cardOf(ticket, picture),
        position: index + 1,
        standing: standingOf(ticket, at, site),
        whyBeforeNext: next ? whyBefore(ticket, next, at, site) : null,
      }
    }),
  )
}

export const deskStateOf = (picture: Picture): z.input<typeof deskState> => ({
  ...picture,
  desks: picture.desks
    .filter((desk) => desk.active || desk.state !== 'closed')
    .map((desk) => showDesk(desk, picture)),
  waiting: waitingCards(picture),
  recent: picture.recent.map((ticket) => cardOf(ticket, picture)),
})

export function showDesk(desk: PictureDesk, picture: Picture): z.input<typeof deskView> {
  const ticket = picture.atDesk.get(desk.number)
  return { ...desk, ticket: ticket ? cardOf(ticket, picture) : null }
}

export const boardOf = (picture: Picture): z.input<typeof boardState> => ({
  ...picture,
  desks: picture.desks
    .filter((desk) => desk.state !== 'closed')
    .map((desk) => {
      const { code = null, status } = picture.atDesk.get(desk.number) ?? {}
      return { ...desk, code, status: status === 'called' || status === 'serving' ? status : null }
    }),
  waiting: [...picture.lines]
    .filter(([, line]) => line.length > 0)
    .map(([room, line]) => ({
      room,
      tickets: line.map((ticket) => ({ code: ticket.code, wait: rangeOf(waitOf(ticket, picture)) })),
    })),
})

/** The range alone: the expected time of day changes with each forecast and would send the board updates that it does not show. */
const rangeOf = (wait: Wait) => (wait.kind === 'range' ? { low: wait.low, high: wait.high } : null)

/** A ticket as its owner sees it; without a name for the holder of its pass code. */
export function placeOf(
  ticket: PictureTicket,
  picture: Picture,
  by: 'owner' | 'pass code',
): z.input<typeof place> {
  const line = picture.lines.get(ticket.room) ?? []
  const index = line.findIndex(({ id }) => id === ticket.id)
  const ahead = line.slice(0, Math.max(0, index))
  const urgent = ahead.filter((before) => before.urgent).length
  const appointments = ahead.filter((before) => !before.urgent && before.class === 'appointment').length
  const { visitId: id, reference, patient } = ticket
  return {
    ...ticket,
    class: classOf(ticket),
    site: picture.site,
    desk: ticket.status === 'waiting' ? null : (deskOf(picture, ticket.desk)?.name ?? null),
    peopleBefore: ahead.length,
    before: { urgent, appointments, others: ahead.length - urgent - appointments },
    wait: waitOf(ticket, picture),
    visit: by === 'owner' ? { id, reference, fullName: patient.fullName } : null,
  }
}

export const showEvent = (event: EventRow): z.input<typeof queueEvent> => ({
  ...event,
  desk: event.deskName,
  by: event.byName,
  note: noteOf(event.detail),
})

function noteOf(detail: EventRow['detail']): string | null {
  const { reason, cause, room, way } = detail as Readonly<Record<string, unknown>>
  const words = [reason, cause, room, way].find((word) => typeof word === 'string' && word !== '')
  return (words as string | undefined) ?? null
}
