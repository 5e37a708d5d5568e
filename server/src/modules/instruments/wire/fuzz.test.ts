import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { type Random, stream } from '#simulation/random.ts'
import { accessionsMeantBy } from '../matching/sample-numbers.ts'
import { queryMessage, resultMessage } from '../simulator/simulated-messages.ts'
import { ENQ, EOT, framesOf } from './astm-frame.ts'
import { openAstmLink } from './astm-link.ts'
import { readAstm } from './astm-records.ts'
import { writeOlder } from './hl7-older-queries.ts'
import { acknowledgedIn, respondToQuery } from './hl7-orders.ts'
import { acknowledge, readHl7 } from './hl7-records.ts'
import { mllpFrame, mllpReader } from './mllp.ts'
import { readWireTime } from './wire-time.ts'

/**
 * Random and mutated bytes for everything that reads what an analyser sends. `FUZZ=1000000 npx vitest run fuzz` for more inputs than in
 * every test run.
 */
const inputs = Number(process.env.FUZZ ?? 3_000)
const most = 20_000

const results = [
  { code: 'WBC', value: '6.1', unit: '10*3/uL' },
  { code: 'HGB', value: '>20', unit: 'g/dL' },
]
const when = { stamp: '20260309083000' }
const astm = { protocol: 'astm', key: '' } as const
const hl7 = { protocol: 'hl7', key: '' } as const
const order = {
  accession: '01260309000018',
  as: ['01260309000018'],
  codes: ['718-7', '770-8'],
  isUrgent: false,
  collectedAt: '20260309083000',
  specimen: 'Blood',
  patient: null,
}
const framed = (text: string) =>
  Buffer.concat([
    Buffer.of(ENQ),
    ...framesOf(Buffer.from(text), { checksum: true, perRecord: true }),
    Buffer.of(EOT),
  ])
/** Whole conversations of an analyser, which are mutated. */
const corpus = [
  framed(resultMessage(astm, '01260309000018', results, when)),
  framed(queryMessage(astm, '01260309000018', when)),
  mllpFrame(resultMessage(hl7, '01260309000018', results, when), 'utf8'),
  mllpFrame(queryMessage(hl7, '01260309000018', when), 'utf8'),
  mllpFrame(
    'MSH|^~\\&|A|B|||20260309||ORU^R01|8|P|2.3.1\rOBR|1||01260309000018\rOBX|1|ED|1^Image||^Image^PNG^Base64^iVBORw0K||||||F\r',
    'utf8',
  ),
  ...['mindray-bs', 'mindray-bc-5380'].map((key) =>
    mllpFrame(queryMessage({ protocol: 'hl7', key }, '01260309000018', when), 'utf8'),
  ),
  mllpFrame('MSH|^~\\&|A|B|||20260309||ORL^O34^ORL_O42|7|P|2.5.1\rMSA|AA|abc\r', 'utf8'),
]

const below = (random: Random, count: number) => Math.floor(random() * count)
const pick = <T>(random: Random, of: readonly T[]): T => of[below(random, of.length)] as T
const noise = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => (random() < 0.3 ? below(random, 32) : below(random, 256))))

function mutated(random: Random): Buffer {
  if (random() < 0.1) return noise(random, below(random, 400))
  let bytes = Buffer.from(pick(random, corpus))
  for (let n = below(random, 6); n > 0; n--) {
    const at = below(random, bytes.length + 1)
    const to = at + below(random, 40)
    const part = bytes.subarray(at, to)
    const repeated = Buffer.concat(Array.from({ length: below(random, 60) }, () => part))
    const change = pick(random, [
      () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]),
      () => Buffer.concat([bytes.subarray(0, at), repeated, bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), noise(random, below(random, 8)), bytes.subarray(at)]),
      () => Buffer.concat([bytes.subarray(0, at), noise(random, 1), bytes.subarray(at + 1)]),
      () => Buffer.concat([bytes.subarray(0, at), pick(random, corpus).subarray(below(random, 60))]),
    ])
    bytes = change()
  }
  return bytes
}

/** The link of one analyser, which lives through all inputs, as a real one does. */
function openLine(random: Random, take: (message: Buffer) => void) {
  const link = openAstmLink({ role: 'host', checksum: true, acknowledged: true, perRecord: true, most })
  let now = 0
  let sent = 0
  const act = (effects: ReturnType<typeof link.tick>): void => {
    for (const effect of effects) {
      if (effect.do !== 'receive') continue
      take(effect.message)
      if (effect.end === 'terminator') act(link.settle(random() < 0.9, now))
    }
  }
  return (bytes: Buffer) => {
    for (let from = 0; from < bytes.length; ) {
      const to = from + 1 + below(random, 60)
      now += below(random, 100)
      act(link.receive(bytes.subarray(from, to), now))
      from = to
    }
    if (random() < 0.1) act(link.send(String(sent++), Buffer.from('H|\\^&\rL|1|N\r'), now))
    if (random() < 0.3) {
      now += 60_000
      act(link.tick(now))
    }
    if (random() < 0.05) act(link.lose(now))
  }
}

function readAll(bytes: Buffer): void {
  for (const encoding of ['utf8', 'latin1'] as const) {
    const text = bytes.toString(encoding)
    for (const read of [readAstm(text), readHl7(text), readAstm(text, { sampleAt: 'O-4.3', codeAt: 5 })]) {
      if (read.kind !== 'results') continue
      for (const value of read.values) {
        for (const part of [value.sample, value.code, value.name, value.value, value.unit, value.operator]) {
          expect(typeof part).toBe('string')
        }
        accessionsMeantBy(value.sample)
        readWireTime(value.measuredAt)
      }
    }
    for (const answer of acknowledge(text, true, when.stamp)) expect(answer).toMatch(/^MSH.*\rMSA.*\r$/s)
    // A mutated field cannot add a segment to the answer.
    const asked = readHl7(text)
    const older = asked.kind === 'query' ? asked.older : undefined
    const written = [
      ...(['orders', 'none', 'unread'] as const).map((found) =>
        respondToQuery(text, found, 'id', { now: when.stamp, encoding }),
      ),
      older ? writeOlder(older, order, { now: when.stamp, id: 'id' }) : null,
    ]
    for (const answer of written)
      expect(answer ?? '').toMatch(/^((MSH|MSA|ERR|QAK|QPD|QRD|QRF|DSP|DSC|ORC|OBR|OBX)\|[^\r]*\r)*$/)
    acknowledgedIn(text)
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heapOf = () => {
  collect()
  return process.memoryUsage().heapUsed / 1_048_576
}

it(
  `${inputs} random and mutated inputs end in a message or in nothing, and memory stays flat`,
  () => {
    const random = stream(18, 'fuzz')
    let messages = 0
    const take = (message: Buffer) => {
      messages++
      readAll(message)
    }
    const line = openLine(random, take)
    let before = 0
    for (let n = 0; n < inputs; n++) {
      if (n === Math.floor(inputs / 10)) before = heapOf()
      const bytes = mutated(random)
      line(bytes)
      const reader = mllpReader(most)
      for (let from = 0; from < bytes.length; from += 50) {
        for (const message of reader.push(bytes.subarray(from, from + 50)).messages) take(message)
      }
      readAll(bytes)
    }
    expect(messages).toBeGreaterThan(inputs / 10)
    expect(heapOf() - before).toBeLessThan(8)
  },
  inputs * 20,
)
