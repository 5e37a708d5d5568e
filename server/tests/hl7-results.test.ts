import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { onlyStored } from '#server/modules/fhir/hl7/late-answer.ts'
import { shareOutEvents } from '#server/modules/fhir/webhooks/deliver-webhooks.ts'
import { mllpFrame } from '#server/modules/instruments/index.ts'
import { normalCount } from './bench-tasks.ts'
import { coli, openCultureBench } from './culture-bench.ts'
import { type Program, programsOf } from './fhir-clients.ts'
import { addConnection, controlIdIn, head, holdHospitals, lines, receiver } from './hl7.ts'
import { dial } from './instruments.ts'

let open: Awaited<ReturnType<typeof openCultureBench>>
let programs: ReturnType<typeof programsOf>
let links: ReturnType<typeof holdHospitals>
let line: { id: string; port: number }
let client: Program
let socket: Socket
let hospital: ReturnType<typeof receiver>
/** MSA of the next answers; then AA. */
const answers: string[] = []

beforeAll(async () => {
  open = await openCultureBench({ vault: true })
  const { lab, manager } = open
  programs = programsOf(lab, manager)
  client = await programs.register('Records')
  line = await addConnection(lab, manager, client.id, { sendsResults: true })
  links = holdHospitals(lab)
  socket = await dial(line.port)
  hospital = receiver(socket, (message) => `${answers.shift() ?? 'AA'}|${controlIdIn(message)}`)
}, 60_000)
afterAll(async () => {
  socket?.destroy()
  await links?.stop()
  await open?.lab.close()
})

const started = (tests = ['Full Blood Count']) => open.bench.started(open.ama, open.maya, tests)
async function released(values: object = normalCount) {
  const visit = await started()
  await open.bench.enter(visit.task, values, 0, open.maya)
  await release(visit.task)
  return visit
}
async function release(task: string) {
  await open.bench.complete(task, open.maya)
  const answer = await open.bench.release([task], open.rita)
  expect(answer.statusCode, answer.body).toBe(200)
}
const next = async () => {
  await shareOutEvents(open.lab.context)
  return hospital.next()
}
const segments = (message: string, type: string) =>
  message.split('\r').flatMap((text) => (text.startsWith(`${type}|`) ? [text.split('|')] : []))
const value = (message: string, code: string) =>
  segments(message, 'OBX').find((obx) => obx[3]?.includes(code))
/** Code, value, unit and state of the values of a message, as FHIR names the states. */
const observedBy = (message: string) =>
  segments(message, 'OBX')
    .filter((obx) => obx[2] !== 'ED')
    .map((obx) => ({
      code: obx[3]?.split('^')[3] || obx[3]?.split('^')[0],
      value: Number(obx[5]),
      unit: obx[6]?.split('^')[0],
      status: { F: 'final', C: 'corrected' }[obx[11] ?? ''],
    }))
    .toSorted((one, other) => String(one.code).localeCompare(String(other.code)))
/** The same of the Observations of a visit. */
async function readByFhir(visitId: string) {
  const by = await programs.signIn(client)
  const { entry } = (await open.lab.call('GET', '/fhir/R4/Observation?_count=100', { by })).json()
  return (entry as { resource: Read }[])
    .map(({ resource }) => resource)
    .filter(({ id, hasMember }) => id.startsWith(visitId) && !hasMember)
    .map(({ code, valueQuantity, status }) => ({
      code: code.coding.at(-1)?.code,
      value: valueQuantity.value,
      unit: valueQuantity.code,
      status,
    }))
    .toSorted((one, other) => String(one.code).localeCompare(String(other.code)))
}
type Read = {
  id: string
  hasMember?: object[]
  status: string
  code: { coding: { code: string }[] }
  valueQuantity: { value: number; code: string }
}
const messages = async () => {
  const path = `/api/hl7-connections/${line.id}/messages`
  return (await open.lab.call('GET', path, { by: open.manager })).json().rows
}

it('a released result is sent with its PDF, its correction as C, and its retraction as W without a value', async () => {
  const { lab, bench, manager, maya, rita } = open
  const { task, visitId } = await started()
  await bench.enter(task, normalCount, 0, maya)
  await shareOutEvents(lab.context)
  expect(await messages()).toEqual([])
  await release(task)
  const first = await next()
  expect(first).toMatch(/^MSH\|.*\|ORU\^R01\^ORU_R01\|/)
  expect(segments(first, 'PID')[0]?.[5]).toBe('Mensah^Ama')
  const [obr] = segments(first, 'OBR')
  expect([obr?.[4], obr?.[25]]).toEqual(['FBC^Full Blood Count^PHIAL', 'F'])
  const wbc = value(first, '^WBC^') ?? value(first, 'WBC^')
  expect([wbc?.[2], wbc?.[5], wbc?.[8], wbc?.[11]]).toEqual(['NM', '6.1', 'N', 'F'])
  expect(wbc?.[3]).toMatch(/^6690-2\^.*\^LN\^WBC\^/)
  expect(observedBy(first)).toEqual(await readByFhir(visitId))
  expect(value(first, '11502-2')?.[5]).toMatch(/^PHIAL\^application\^pdf\^Base64\^JVBER/)
  const [shown] = await vi.waitFor(async () => {
    const rows = await messages()
    expect(rows[0]).toMatchObject({ direction: 'out', type: 'ORU^R01', state: 'sent', times: 1 })
    return rows
  })
  const path = `/api/hl7-connections/${line.id}/messages/${shown.id}`
  const detail = (await lab.call('GET', path, { by: manager })).json()
  expect(detail.answer).toBe(`MSA|AA|${shown.controlId}`)
  expect(detail.text).toContain('OBX|1|NM|')

  await bench.correct(task, 'The sample was mixed up', rita)
  await bench.enter(task, { ...normalCount, WBC: 7.2 }, 1, maya)
  await release(task)
  const corrected = await next()
  expect(segments(corrected, 'OBR')[0]?.[25]).toBe('C')
  expect(value(corrected, 'WBC^')?.[5]).toBe('7.2')
  expect(value(corrected, 'WBC^')?.[11]).toBe('C')
  expect(corrected).toContain('Corrected: The sample was mixed up')

  const back = await lab.call('POST', '/api/Labtask/retract', {
    by: manager,
    body: { tasks: [task], reason: 'Another patient' },
  })
  expect(back.statusCode, back.body).toBe(200)
  const gone = await next()
  expect(segments(gone, 'OBR')[0]?.[25]).toBe('C')
  expect([value(gone, 'WBC^')?.[5], value(gone, 'WBC^')?.[11]]).toEqual(['', 'W'])
  expect(gone).toContain('NTE|1|L|Withdrawn: Another patient')
})

it('a culture has its isolates, and an antibiogram that refers to each', async () => {
  const { task } = await started(['Urine Culture'])
  await open.save(task, { isolates: [coli], stage: 'final' })
  await release(task)
  const message = await next()
  const isolate = value(message, '6463-4')
  expect([isolate?.[4], isolate?.[5], isolate?.[11]]).toEqual(['1', '^Escherichia coli', 'F'])
  const child = segments(message, 'OBR').find((obr) => obr[4]?.startsWith('18769-0'))
  expect(child?.[26]).toMatch(/^6463-4&.*&LN\^1\^Escherichia coli$/)
  const parent = segments(message, 'OBR').find((obr) => obr[4]?.includes('Urine Culture'))
  expect(child?.[29]).toBe(`^${parent?.[3]?.replace('^', '&')}`)
  const cip = value(message, 'Ciprofloxacin')
  expect([cip?.[2], cip?.[5], cip?.[6], cip?.[8]]).toEqual(['SN', '^30', 'mm', 'S'])
  expect(value(message, 'Meropenem')).toBeUndefined()
})

it('a refused message is tried again later, holds back only its visit, and can be sent again', async () => {
  const { lab, manager } = open
  answers.push('AE')
  const { visitId } = await released()
  const first = await next()
  await vi.waitFor(async () => expect((await messages())[0].reason).toBe('The hospital answered AE'))
  await released()
  const other = await next()
  expect(controlIdIn(other)).not.toBe(controlIdIn(first))
  const rowOf = async () =>
    (
      await lab.pool.query(
        `select id, state, times, refusals, extract(epoch from due_at - last_at)::int as pause
        from hl7_message where visit_id = $1`,
        [visitId],
      )
    ).rows[0]
  for (const [at, pause] of [10, 60, 300, 1_800, 7_200].entries()) {
    await vi.waitFor(async () =>
      expect(await rowOf()).toMatchObject({ state: 'waiting', times: at + 1, pause }),
    )
    answers.push('AR')
    await lab.pool.query('update hl7_message set due_at = last_at where visit_id = $1', [visitId])
    expect(await hospital.next()).toBe(first)
  }
  const failed = await vi.waitFor(async () => {
    const row = await rowOf()
    expect(row).toMatchObject({ state: 'failed', times: 6, refusals: 6 })
    return row
  })
  const path = `/api/hl7-connections/${line.id}/messages/${failed.id}/again`
  expect((await lab.call('POST', path, { by: manager })).json().message).toBe('The message is sent again.')
  expect(await hospital.next()).toBe(first)
  await vi.waitFor(async () => {
    const shown = (await messages()).find(({ id }: { id: string }) => id === failed.id)
    expect(shown).toMatchObject({ state: 'sent', reason: '' })
  })
})

it('a message that cannot be decrypted is marked as failed, and the next one is sent', async () => {
  const { lab } = open
  answers.push('AE')
  const [broken, sent] = [await released(), await released()]
  await next()
  const { visitId } = broken
  await lab.superuser.query(`
    set session_replication_role = replica;
    update hl7_message set bytes = set_byte(bytes, length(bytes) - 1, get_byte(bytes, length(bytes) - 1) # 1), due_at = last_at
      where visit_id = '${visitId}';
    reset session_replication_role`)
  const stateOf = async (id: string) =>
    (await lab.pool.query('select state, reason from hl7_message where visit_id = $1', [id])).rows
  await vi.waitFor(async () =>
    expect(await stateOf(visitId)).toEqual([{ state: 'failed', reason: 'The message cannot be decrypted' }]),
  )
  await next()
  await vi.waitFor(async () => expect(await stateOf(sent.visitId)).toMatchObject([{ state: 'sent' }]))
})

it('a version that was replaced before it was sent is not sent', async () => {
  const { lab, bench, maya, rita } = open
  answers.push('AE')
  const { task, visitId } = await released()
  await next()
  await bench.correct(task, 'Wrong', rita)
  await bench.enter(task, { ...normalCount, WBC: 9.9 }, 1, maya)
  await release(task)
  await shareOutEvents(lab.context)
  lab.clock.advance(10_000)
  expect(value(await hospital.next(), 'WBC^')?.[5]).toBe('9.9')
  const { rows } = await lab.pool.query('select state from hl7_message where visit_id = $1 order by seq', [
    visitId,
  ])
  expect(rows[0]).toEqual({ state: 'overtaken' })
})

it('a client of a facility receives only its own orders, and a client without the permissions none', async () => {
  const { lab, manager } = open
  const facilityId = await lab.facilityOf(await lab.makeClinician(undefined, { fullName: 'Dr Ridge' }))
  const ridge = await programs.register('Ridge', { facilityId })
  const own = await addConnection(lab, manager, ridge.id, { sendsResults: true })
  await released()
  await next()
  const count = 'select count(*)::int as n from hl7_message where connection_id = $1'
  expect((await lab.pool.query(count, [own.id])).rows).toEqual([{ n: 0 }])
  const few = await programs.register('Few', { scopes: ['system/Patient.rs'] })
  const body = {
    clientId: few.id,
    name: 'Few',
    way: 'listen',
    host: '',
    port: 5190,
    allowed: '',
    sendsResults: true,
  }
  const refused = await lab.call('POST', '/api/hl7-connections', { by: manager, body })
  expect(refused.json().fields).toHaveProperty('sendsResults')
})

it('in enhanced mode a message is stored by the hospital, and later processed or refused by its application', async () => {
  const { lab, manager } = open
  const client = await programs.register('Enhanced')
  const enhanced = await addConnection(lab, manager, client.id, { sendsResults: true, enhancedMode: true })
  const own = await dial(enhanced.port)
  const other = receiver(own, (message) => (message.includes('MSA|') ? null : `CA|${controlIdIn(message)}`))
  const state = async () =>
    (
      await lab.pool.query('select state, reason from hl7_message where connection_id = $1 order by seq', [
        enhanced.id,
      ])
    ).rows.map(({ state: is, reason }) => [is, reason])
  const release = async () => {
    await released()
    await shareOutEvents(lab.context)
    return other.next()
  }
  const first = await release()
  expect(first.split('\r')[0]?.split('|').slice(14, 16)).toEqual(['AL', 'AL'])
  await vi.waitFor(async () => expect(await state()).toEqual([['sent', onlyStored]]))
  const says = (code: string, about: string) =>
    own.write(
      mllpFrame(
        lines(head('ACK^R01^ACK', { id: `app-${code}`, ack: 'AL|NE' }), `MSA|${code}|${about}`),
        'utf8',
      ),
    )
  says('AA', controlIdIn(first))
  expect(await other.next()).toContain('MSA|CA|app-AA')
  await vi.waitFor(async () => expect(await state()).toEqual([['sent', '']]))
  // The state after the sender has given up waiting for the accept acknowledgement, until it sends the message again.
  await lab.superuser.query(
    `update hl7_message set state = 'waiting', due_at = $2::timestamptz + interval '1 day' where connection_id = $1`,
    [enhanced.id, lab.clock.now()],
  )
  says('CR', controlIdIn(first))
  says('CA', controlIdIn(first))
  await vi.waitFor(async () => expect(await state()).toEqual([['sent', onlyStored]]))
  says('AA', controlIdIn(first))
  expect(await other.next()).toContain('MSA|CA|app-AA')
  says('CA', controlIdIn(first))
  const second = await release()
  says('AE', controlIdIn(second))
  expect(await other.next()).toContain('MSA|CA|app-AE')
  await vi.waitFor(async () =>
    expect(await state()).toEqual([
      ['sent', ''],
      ['failed', 'The hospital answered AE'],
    ]),
  )
  own.destroy()
})

it('messages have sequence numbers if the hospital wants them, and the number that it expects', async () => {
  const { lab, manager } = open
  const client = await programs.register('Numbered')
  const numbered = await addConnection(lab, manager, client.id, { sendsResults: true, numbersMessages: true })
  const own = await dial(numbered.port)
  const numberOf = (message: string) => message.split('\r')[0]?.split('|')[12]
  let expected = 41
  const other = receiver(own, (message) => {
    const number = Number(numberOf(message))
    const isExpected = number === 0 || number === expected
    if (number === expected) expected++
    return `${isExpected ? 'AA' : 'AE'}|${controlIdIn(message)}||${expected}`
  })
  expect(numberOf(await other.next())).toBe('0')
  await released()
  await shareOutEvents(lab.context)
  expect(numberOf(await other.next())).toBe('41')
  await vi.waitFor(async () => {
    const { rows } = await lab.pool.query('select state from hl7_message where connection_id = $1', [
      numbered.id,
    ])
    expect(rows).toEqual([{ state: 'sent' }])
  })
  expected = 50
  await released()
  await shareOutEvents(lab.context)
  expect([numberOf(await other.next()), numberOf(await other.next())]).toEqual(['42', '50'])
  own.destroy()
})
