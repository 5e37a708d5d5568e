import fc from 'fast-check'
import { ACK } from '#server/modules/instruments/wire/astm-frame.ts'
import { type Effect, type LinkOptions, openAstmLink } from '#server/modules/instruments/wire/astm-link.ts'

/**
 * An instrument and a host communicate over a bad line in simulated time. The faults are those of real lines. Two faults are left out,
 * since the standard has no defence against them: a reply that becomes an ACK, and a duplicated ACK.
 */
type Fault =
  | { kind: 'none' }
  | { kind: 'lost' }
  | { kind: 'cut'; at: number }
  | { kind: 'changed'; at: number; to: number }
  | { kind: 'doubled'; at: number }
  | { kind: 'slow'; each: number }
  | { kind: 'silence'; until: number }

type End = 'instrument' | 'host'
export type Conversation = {
  options: Pick<LinkOptions, 'checksum' | 'acknowledged' | 'perRecord'>
  messages: { from: End; at: number; records: string[] }[]
  faults: Fault[]
  /** The time to store a message, and whether storing succeeds. */
  keeping: { takes: number; succeeds: boolean }[]
}

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'lost' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: fc.nat(300) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('changed' as const),
      at: fc.nat(300),
      to: fc.integer({ min: 0, max: 255 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('doubled' as const), at: fc.nat(300) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('slow' as const), each: fc.nat(40) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('silence' as const),
      until: fc.integer({ min: 1_000, max: 60_000 }),
    }),
  },
)

/** Texts with letters, delimiters and line ends, but without bytes that end a transmission. */
const record = fc.string({
  unit: fc.constantFrom('A', 'L', '|', '^', '&', ' ', '7', 'é', '\n'),
  maxLength: 300,
})

export const conversation = (options: Conversation['options']): fc.Arbitrary<Conversation> =>
  fc.record({
    options: fc.constant(options),
    messages: fc.array(
      fc.record({
        from: fc.constantFrom<End>('instrument', 'host'),
        // Both ends often bid at once.
        at: fc.constantFrom(0, 0, 0, 1, 5_000, 40_000),
        records: fc.array(record, { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    faults: fc.array(fault, { maxLength: 40 }),
    keeping: fc.array(fc.record({ takes: fc.nat(5_000), succeeds: fc.boolean() }), { maxLength: 3 }),
  })

type Happening = { at: number; run: (now: number) => void }

/** Runs a conversation to its end. `kept`: the messages that each end has stored, in the order of arrival. */
export function play({ options, messages, faults, keeping }: Conversation) {
  const links = {
    instrument: openAstmLink({ ...options, role: 'instrument', most: 1_000_000 }),
    host: openAstmLink({ ...options, role: 'host', most: 1_000_000 }),
  }
  const kept: Record<End, string[]> = { instrument: [], host: [] }
  const outcome = new Map<string, 'sent' | 'failed'>()
  const happenings: Happening[] = []
  const freeAt: Record<End, number> = { instrument: 0, host: 0 }
  const silentUntil: Record<End, number> = { instrument: 0, host: 0 }
  const left = { faults: [...faults], keeping: [...keeping] }
  const other = (end: End): End => (end === 'host' ? 'instrument' : 'host')
  const later = (at: number, run: Happening['run']) => happenings.push({ at, run })

  const deliver = (to: End, bytes: Buffer, at: number) => {
    const arrives = Math.max(at, freeAt[to])
    freeAt[to] = arrives
    later(arrives, (now) => apply(to, links[to].receive(bytes, now), now))
  }
  const write = (from: End, bytes: Buffer, now: number) => {
    const to = other(from)
    const one = left.faults.shift() ?? { kind: 'none' }
    if (one.kind === 'silence') silentUntil[to] = Math.max(silentUntil[to], now + one.until)
    if (now < silentUntil[to] || one.kind === 'lost') return
    if (one.kind === 'cut') return deliver(to, bytes.subarray(0, one.at % bytes.length), now + 1)
    if (one.kind === 'changed') {
      const changed = Buffer.from(bytes)
      if (bytes.length > 1 || one.to !== ACK) changed[one.at % bytes.length] = one.to
      return deliver(to, changed, now + 1)
    }
    if (one.kind === 'slow') {
      for (const [index, byte] of bytes.entries()) deliver(to, Buffer.of(byte), now + (index + 1) * one.each)
      return
    }
    if (one.kind === 'doubled' && bytes.length > 1) {
      const at = one.at % bytes.length
      return deliver(to, Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]), now + 1)
    }
    deliver(to, bytes, now + 1)
  }
  const apply = (end: End, effects: readonly Effect[], now: number): void => {
    for (const effect of effects) {
      if (effect.do === 'write') write(end, effect.bytes, now)
      if (effect.do === 'sent' || effect.do === 'failed') outcome.set(effect.id, effect.do)
      if (effect.do === 'receive' && effect.end === 'terminator') {
        const { takes, succeeds } = left.keeping.shift() ?? { takes: 0, succeeds: true }
        later(now + takes, (then) => {
          if (succeeds) kept[end].push(effect.message.toString('latin1'))
          apply(end, links[end].settle(succeeds, then), then)
        })
      }
    }
  }

  const texts = messages.map(({ from, at, records }, index) => {
    const text = `${['H|\\^&', `C|${index}`, ...records.map((one) => `C|${one}`), 'L|1|N'].join('\r')}\r`
    later(at, (now) => apply(from, links[from].send(String(index), Buffer.from(text, 'latin1'), now), now))
    return text
  })
  const limit = 3_600_000
  for (let steps = 0; steps < 100_000; steps++) {
    const due = Math.min(links.instrument.deadline(), links.host.deadline())
    happenings.sort((one, two) => one.at - two.at)
    const first = happenings[0]
    const now = Math.min(due, first?.at ?? Number.POSITIVE_INFINITY)
    if (now > limit) return { texts, kept, outcome, ended: !Number.isFinite(now) }
    if (first && first.at <= due) {
      happenings.shift()
      first.run(now)
    } else for (const end of ['instrument', 'host'] as const) apply(end, links[end].tick(now), now)
  }
  return { texts, kept, outcome, ended: false }
}

/** The fault in the outcome of a conversation; null if there is none. */
export function faultOf(talk: Conversation): string | null {
  const { texts, kept, outcome, ended } = play(talk)
  if (!ended) return 'it does not end'
  for (const [index, { from }] of talk.messages.entries()) {
    const text = texts[index] ?? ''
    const copies = kept[other(from)].filter((one) => one === text).length
    const said = outcome.get(String(index))
    if (said === undefined) return `message ${index} has no outcome`
    if (copies > 1) return `message ${index} arrived ${copies} times`
    if (said === 'sent' && copies === 0 && talk.options.acknowledged) return `message ${index} is lost`
  }
  const strange = [...kept.instrument, ...kept.host].find((one) => !texts.includes(one))
  return strange === undefined ? null : `nobody sent ${JSON.stringify(strange)}`
}

const other = (end: End): End => (end === 'host' ? 'instrument' : 'host')
