import { t } from '@lingui/core/macro'
import type { benchFloor } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Desk, FloorState, TicketCard, WaitingCard } from '#contract/queue-views.ts'
import type { WaitingClass } from '#contract/ticket-states.ts'
import { capOf } from '../../lib/cap-of.ts'
import type { FloorRoom } from '../../lib/floor-rooms.ts'
import type { Token, Tone } from '../../ui/rooms/rooms-layout.ts'

export type FloorSample = ResponseOf<typeof benchFloor>['samples'][number]

/** A person or sample on the floor, with the data that explains its place. */
export type OnFloor =
  | { kind: 'waiting'; ticket: WaitingCard }
  | { kind: 'desk'; ticket: TicketCard; desk: Desk }
  | { kind: 'sample'; sample: FloorSample }

export type FloorToken = Token<FloorRoom> & { of: OnFloor }

const tones: Readonly<Record<WaitingClass, Tone>> = {
  stat: 'urgent',
  appointment: 'strong',
  'walk-in': 'soft',
}

export const stepWords: Readonly<Record<FloorSample['step'], string>> = {
  transport: t`Waiting for transport`,
  bench: t`Waiting at the bench`,
  work: t`In progress`,
  release: t`Waiting for release`,
}

const roomOf: Readonly<Record<FloorSample['step'], FloorRoom>> = {
  transport: 'transport',
  bench: 'bench',
  work: 'bench',
  release: 'release',
}

/** The seats of the drawing: the desks that are open or have a ticket. */
export const seatsOf = ({ desks }: Pick<FloorState, 'desks'>): Desk[] =>
  desks.filter(({ state, ticket }) => state !== 'closed' || ticket !== null)

/** The tokens of the drawing: waiting tickets in calling order, tickets at the desks, samples in order of collection. */
export function tokensOf(
  state: Pick<FloorState, 'desks' | 'waiting'>,
  samples: readonly FloorSample[],
): FloorToken[] {
  return [
    ...state.waiting.map(
      (ticket): FloorToken => ({
        key: ticket.id,
        room: 'waiting',
        seat: null,
        figure: { kind: 'person', tone: tones[ticket.class] },
        of: { kind: 'waiting', ticket },
      }),
    ),
    ...seatsOf(state).flatMap((desk, index): FloorToken[] =>
      desk.ticket === null
        ? []
        : [
            {
              key: desk.ticket.id,
              room: 'chairs',
              seat: index + 1,
              figure: { kind: 'person', tone: tones[desk.ticket.class] },
              of: { kind: 'desk', ticket: desk.ticket, desk },
            },
          ],
    ),
    ...samples.toReversed().map(
      (sample): FloorToken => ({
        key: sample.id,
        room: roomOf[sample.step],
        seat: null,
        figure: { kind: 'tube', cap: capOf(sample.tube) },
        of: { kind: 'sample', sample },
      }),
    ),
  ]
}

/** The accessible name of a token's button: the person or sample and its place. */
export function sayToken(of: OnFloor): string {
  switch (of.kind) {
    case 'waiting':
      return t`${of.ticket.code} ${of.ticket.patient.fullName}, place ${of.ticket.position}: ${of.ticket.standing}`
    case 'desk':
      return `${of.ticket.code} ${of.ticket.patient.fullName}, ${of.ticket.status === 'called' ? t`called to` : t`in service at`} ${of.desk.name}`
    case 'sample':
      return `${of.sample.tube}, ${of.sample.tests.join(', ')}: ${stepWords[of.sample.step]}`
  }
}
