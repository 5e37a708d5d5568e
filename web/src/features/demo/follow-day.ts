import { plural, t } from '@lingui/core/macro'
import type { DayEvent } from '#simulation/laboratory/events.ts'
import type { SimulatedDay } from '#simulation/laboratory/simulate-day.ts'
import type { FloorRoom } from '../../lib/floor-rooms.ts'

export type Room = FloorRoom

/** One thing on the floor: a person until they are done in the chair, then their samples. */
export type Token = {
  key: string
  kind: 'person' | 'sample'
  /** A person's class, or a sample's specimen: what its colour and shape say. */
  looks: string
  room: Room
  /** The chair, for whoever sits in one. */
  chair: number | null
  /** Since when it is in this room. */
  since: number
}

export type Floor = { tokens: Token[]; arrived: number; released: number; turnedAway: number }

/**
 * A simulated day told forwards: where everyone and everything is at a minute of it. Going back begins anew, which takes
 * a millisecond.
 */
export function followDay(day: SimulatedDay): (until: number) => Floor {
  let at = 0
  let state = begin()
  return (until) => {
    if (at > 0 && (day.events[at - 1]?.at ?? 0) > until) {
      at = 0
      state = begin()
    }
    for (let event = day.events[at]; event && event.at <= until; event = day.events[++at]) {
      apply(state, event, day)
    }
    const tokens = [...state.tokens.values()]
    return { tokens, arrived: state.arrived, released: state.released, turnedAway: state.turnedAway }
  }
}

type Following = {
  tokens: Map<string, Token>
  /** Tests of a sample that have no result yet. */
  open: Map<number, number>
  /** Samples by visit, for the release that takes them all. */
  samples: Map<number, number[]>
  arrived: number
  released: number
  turnedAway: number
}

const begin = (): Following => ({
  tokens: new Map(),
  open: new Map(),
  samples: new Map(),
  arrived: 0,
  released: 0,
  turnedAway: 0,
})

const personKey = (visit: number) => `person ${visit}`
const sampleKey = (sample: number) => `sample ${sample}`

function apply(state: Following, event: DayEvent, day: SimulatedDay): void {
  const { at, kind } = event
  const move = (key: string, room: Room) => {
    const token = state.tokens.get(key)
    if (token) state.tokens.set(key, { ...token, room, chair: null, since: at })
  }
  switch (kind) {
    case 'arrived': {
      const looks = day.visits[event.visit]?.class ?? 'walk-in'
      const key = personKey(event.visit)
      state.tokens.set(key, { key, kind: 'person', looks, room: 'waiting', chair: null, since: at })
      if (!event.again) state.arrived++
      return
    }
    case 'called': {
      const token = state.tokens.get(personKey(event.visit))
      if (token) state.tokens.set(token.key, { ...token, room: 'chairs', chair: event.chair, since: at })
      return
    }
    case 'unprepared':
    case 'turned away':
      state.tokens.delete(personKey(event.visit))
      state.turnedAway++
      return
    case 'collected':
      state.tokens.delete(personKey(event.visit))
      for (const { sample, specimen, tests } of event.samples) {
        const key = sampleKey(sample)
        state.tokens.set(key, {
          key,
          kind: 'sample',
          looks: specimen,
          room: 'transport',
          chair: null,
          since: at,
        })
        state.open.set(sample, tests.length)
        state.samples.set(event.visit, [...(state.samples.get(event.visit) ?? []), sample])
      }
      return
    case 'received':
      move(sampleKey(event.sample), 'bench')
      return
    case 'rejected':
      state.tokens.delete(sampleKey(event.sample))
      state.open.delete(event.sample)
      return
    case 'result': {
      const left = (state.open.get(event.sample) ?? 1) - 1
      state.open.set(event.sample, left)
      if (left === 0) move(sampleKey(event.sample), 'release')
      return
    }
    case 'released':
      for (const sample of state.samples.get(event.visit) ?? []) state.tokens.delete(sampleKey(sample))
      state.released++
      return
    case 'no-show':
    case 'sent':
    case 'run started':
    case 'run finished':
    case 'task started':
    case 'release started':
      return
    default:
      event satisfies never
  }
}

/** What the picture shows, in a sentence: for those who cannot see it, and for those who would rather read. */
export function describeFloor({ tokens, arrived, released }: Floor, at: number, chairs: number): string {
  const inRoom = (room: Room) => tokens.filter((token) => token.room === room)
  const waiting = inRoom('waiting')
  const longest = Math.round(Math.max(0, ...waiting.map((token) => at - token.since)))
  const used = inRoom('chairs').length
  return [
    waiting.length === 0
      ? t`Nobody is waiting`
      : plural(waiting.length, {
          one: `# person waits, the longest for ${longest} min`,
          other: `# people wait, the longest for ${longest} min`,
        }),
    t`${used} of ${chairs} chairs are in use`,
    plural(inRoom('transport').length, {
      one: t`# sample is on the way to the bench`,
      other: t`# samples are on the way to the bench`,
    }),
    plural(inRoom('bench').length, { one: t`# is being worked on`, other: t`# are being worked on` }),
    plural(inRoom('release').length, {
      one: t`# waits for a second pair of eyes`,
      other: t`# wait for a second pair of eyes`,
    }),
    t`${released} of ${arrived} people who came have their results`,
  ].join('; ')
}
