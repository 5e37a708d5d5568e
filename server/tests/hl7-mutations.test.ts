import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepReceived } from '#server/modules/fhir/hl7/keep-message.ts'
import { processMessage } from '#server/modules/fhir/hl7/process-message.ts'
import { minutes } from '#server/platform/clock.ts'
import { programsOf } from './fhir-clients.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { heapMiB } from './heap.ts'
import { addConnection, head, lines, order, pid } from './hl7.ts'

/**
 * For more messages: `HL7_MUTATIONS=10000 npx vitest run server/tests/hl7-mutations.test.ts`. Each `HL7_SEED` draws others.
 * `MUTATION_MINUTES=20` ends the test after this time, with the messages that were processed until then.
 */
const count = Number(process.env.HL7_MUTATIONS ?? 300)
const seed = Number(process.env.HL7_SEED ?? 0)
const limit = minutes(Number(process.env.MUTATION_MINUTES ?? 0))

let lab: TestApp
const errors: string[] = []
const connections: { id: string; encoding: 'utf8' }[] = []
/** Takes batch files. */
let files: { path: string; by: Person }

beforeAll(async () => {
  lab = await openTestApp({ onLog: (line) => void (line.includes('"level":50') && errors.push(line)) })
  const manager = await lab.makeStaff('admin')
  const programs = programsOf(lab, manager)
  const facilityId = await lab.facilityOf(await lab.makeClinician())
  for (const limits of [{ facilityId }, {}]) {
    const client = await programs.register(`Mutant ${connections.length}`, limits)
    const { id } = await addConnection(lab, manager, client.id)
    connections.push({ id, encoding: 'utf8' })
  }
  const client = await programs.register('Mutant of files')
  const body = { clientId: client.id, name: 'Files', way: 'file', host: '', port: null, allowed: '' }
  const added = await lab.call('POST', '/api/hl7-connections', { by: manager, body })
  expect(added.statusCode, added.body).toBe(201)
  files = { path: `/api/hl7-connections/${added.json().id}/files`, by: manager }
}, 60_000)
afterAll(() => lab?.close())

/** A random number below `most`, the same in each run (mulberry32). */
function below(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

/** Valid messages. Numbers of patients, orders and appointments end with `-at`. */
const valid = [
  (at: number) => [head('ADT^A04'), pid(`p-${at}`)],
  (at: number) => [head('ADT^A40'), pid(`p-${at}`), `MRG|p-${at - 1}^^^RIDGE^MR`],
  (at: number) => [head('ORM^O01'), pid(`p-${at}`), ...two(at)],
  (at: number) => [head('OML^O33'), pid(`p-${at}`), 'SPM|1|S1||BLD^Blood', ...two(at)],
  (at: number) => [head('ORM^O01'), pid(`p-${at}`), ...order(`a-${at - 1}`, 'FBC^^PHIAL', 'CA')],
  (at: number) => [
    head('SIU^S12'),
    `SCH|s-${at}^RIDGE||||||||||^^^202603${10 + (at % 18)}${8 + (at % 2)}0000`,
    pid(`p-${at}`),
    'RGS|1',
    'AIS|1||FBC^^PHIAL',
  ],
  (at: number) => [head('SIU^S13'), `SCH|s-${at - 1}^RIDGE||||||||||^^^20260325100000`, pid(`p-${at}`)],
]
const two = (at: number) => [...order(`a-${at}`, 'FBC^^PHIAL'), ...order(`b-${at}`, 'GLU^^PHIAL')]

type Random = ReturnType<typeof below>
const odd = [
  '',
  '""',
  '\0',
  '\x0b',
  '|',
  '^',
  '~',
  '\\',
  '&',
  '\\X00\\',
  'MSH|',
  'Ɛ',
  '\u{1f480}',
  '99999999999999',
  '-1',
  'x'.repeat(5000),
]

/** Each changes a message at a random place. */
const mutations: readonly ((segments: string[], random: Random) => void)[] = [
  (segments, random) => void segments.splice(random(segments.length), 1),
  (segments, random) =>
    void segments.splice(random(segments.length), 0, segments[random(segments.length)] ?? ''),
  (segments, random) => segments.reverse().splice(random(segments.length), 0, 'ZZZ|1|x'),
  (segments, random) => changeField(segments, random, () => odd[random(odd.length)] ?? ''),
  (segments, random) => changeField(segments, random, (field) => field.repeat(2)),
  (segments, random) => changeField(segments, random, (field) => [...field].reverse().join('')),
  (segments, random) => changeField(segments, random, (field) => field.slice(0, random(field.length + 1))),
  (segments, random) => {
    const at = random(segments.length)
    const text = segments[at] ?? ''
    const place = random(text.length + 1)
    segments[at] = `${text.slice(0, place)}${odd[random(odd.length)]}${text.slice(place + random(3))}`
  },
]
function changeField(segments: string[], random: Random, change: (field: string) => string): void {
  const at = random(segments.length)
  const fields = (segments[at] ?? '').split('|')
  const field = random(fields.length)
  fields[field] = change(fields[field] ?? '')
  segments[at] = fields.join('|')
}

/** Adds the message as a file, in half of the cases between the segments of a batch. */
async function addFile(bytes: Buffer, random: Random): Promise<void> {
  const ends = ['', 'FHS|^~\\&|HIS|RIDGE\nBHS|^~\\&|HIS|RIDGE\n', 'BTS|1\nFTS|1\n', 'BTS|x\n']
  const [first = '', last = ''] = random(2) === 0 ? [ends[1], ends[2]] : [ends[random(4)], ends[random(4)]]
  const body = Buffer.concat([Buffer.from(first), bytes, Buffer.from(last)])
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'monday.hl7' }
  const answer = await lab.call('POST', files.path, { by: files.by, headers, body })
  expect([answer.statusCode < 500, answer.body]).toEqual([true, answer.body])
}

it(
  'mutated messages and files cause no server error, are processed as a whole or not at all, and leak no memory',
  async () => {
    const begun = performance.now()
    let [before, done] = [0, 0]
    const isOver = (share: number) => limit > 0 && performance.now() - begun > limit * share
    for (let at = 1; at <= count && !isOver(1); at++) {
      done = at
      const random = below(seed * 1_000_000 + at)
      const segments = valid[random(valid.length)]?.(at) ?? []
      // A tenth stays as it is, so that there is something to change and to cancel.
      for (let times = random(10) === 0 ? 0 : 1 + random(3); times > 0 && segments.length > 0; times--)
        mutations[random(mutations.length)]?.(segments, random)
      const connection = connections[random(connections.length)]
      const bytes = Buffer.from(lines(...segments), 'utf8')
      if (!connection || bytes.length === 0) continue
      if (random(10) === 0) await addFile(bytes, random)
      else {
        const { id, state } = await keepReceived(lab.context, connection, { bytes, peer: '192.0.2.1' })
        if (state === 'received' || state === 'held') await processMessage(lab.context, id)
      }
      if (before === 0 && (at >= count / 3 || isOver(1 / 3))) before = heapMiB()
    }
    const after = heapMiB()
    const { rows: states } = await lab.pool.query(
      `select state, count(*)::int as n from hl7_message group by state order by state`,
    )
    if (process.env.HL7_MUTATIONS)
      process.stdout.write(`${JSON.stringify({ messages: done, states, heapMiB: [before, after] })}\n`)
    expect(after - before).toBeLessThan(24)
    expect(errors).toEqual([])
    expect(states.map(({ state }) => state)).toEqual(['done', 'held', 'refused'])
    const { rows: half } = await lab.pool.query(
      'select id from clinic_order o where not exists (select from api_request q where q.order_id = o.id)',
    )
    expect(half).toEqual([])
    const { rows: processed } = await lab.pool.query(`select bytes from hl7_message where state = 'done'`)
    // NUL is left out when a message is read.
    const texts = processed.map(({ bytes }) => String(bytes).replaceAll('\0', '').replaceAll('\\X00\\', ''))
    // Most values are a whole part of a message. Only the others are searched for, since there may be 100,000 messages.
    const parts = new Set(texts.flatMap((text) => text.split(/[|^~&\r]/)))
    const { rows: numbers } = await lab.pool.query(`
    select value from api_request union all select split_part(identifier, '|', 2) from api_appointment`)
    expect(numbers.length).toBeGreaterThan(done / 20)
    expect(
      numbers.filter(({ value }) => !parts.has(value) && !texts.some((text) => text.includes(value))),
    ).toEqual([])
  },
  60_000 + (limit > 0 ? limit + minutes(4) : count * 60),
)
