import type { Socket } from 'node:net'
import { Client, Message } from 'node-hl7-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mllpFrame } from '#server/modules/instruments/index.ts'
import { hashOfValue } from '#server/platform/vault/fields.ts'
import { openBench } from './bench-tasks.ts'
import { programsOf } from './fhir-clients.ts'
import type { Person, TestApp } from './harness.ts'
import { addConnection, controlIdIn, head, holdHospitals, lines, order, pid } from './hl7.ts'
import { dial, sendHl7 } from './instruments.ts'

let lab: TestApp
let manager: Person
let programs: ReturnType<typeof programsOf>
let facility: string
let ridge: { id: string; secret: string }
let line: { id: string; port: number }
let links: ReturnType<typeof holdHospitals>
let socket: Socket

beforeAll(async () => {
  ;({ lab } = await openBench({ vault: true }))
  manager = await lab.makeStaff('admin')
  programs = programsOf(lab, manager)
  facility = await lab.facilityOf(await lab.makeClinician(undefined, { fullName: 'Dr Ridge' }))
  ridge = await programs.register('Ridge', { facilityId: facility })
  line = await addConnection(lab, manager, ridge.id)
  const path = `/api/hl7-connections/${line.id}/codes`
  await lab.call('PUT', path, { by: manager, body: { kind: 'test', code: 'FBC-R', means: 'FBC' } })
  links = holdHospitals(lab)
  socket = await dial(line.port)
}, 60_000)
afterAll(async () => {
  socket?.destroy()
  await links?.stop()
  await lab?.close()
})

const send = (...segments: string[]) => sendHl7(socket, lines(...segments))
/** The code of MSA, and the places of ERR. */
const outcome = (answer: string) => ({
  code: /MSA\|(\w\w)/.exec(answer)?.[1],
  places: [...answer.matchAll(/ERR\|\|([^|]*)\|/g)].map(([, place]) => place),
})
const accepted = { code: 'AA', places: [] }
const messages = async (query = '') =>
  (await lab.call('GET', `/api/hl7-connections/${line.id}/messages${query}`, { by: manager })).json().rows
const latest = async () => (await messages())[0]
const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await lab.pool.query(statement, values)).rows
const counts = async () =>
  (
    await rowsOf(`select (select count(*)::int from clinic_order) as orders,
    (select count(*)::int from person) as people, (select count(*)::int from api_request) as requests,
    (select count(*)::int from api_patient) as patients`)
  )[0]
const entered = async (value: string) =>
  (
    await rowsOf(
      `select e.system, e.full_name, e.gender, e.born_on::text, e.contact, e.person_id, p.full_name as recorded
      from api_patient e join person p on p.id = e.person_id where e.value_hash = $1 and e.client_id = $2`,
      hashOfValue(lab.db, 'apiPatient.value', value),
      ridge.id,
    )
  )[0]

describe('a patient', () => {
  it('is stated, stated again, and joined', async () => {
    expect(outcome(await send(head('ADT^A04'), 'EVN|A04', pid('p1'), 'ZRH|kept as it is'))).toEqual(accepted)
    expect(await entered('p1')).toMatchObject({
      ...{ system: 'RIDGE', full_name: 'Abena Ridgepatient', gender: 'female', born_on: '1990-05-04' },
      ...{ contact: '+233 24 555 0101', recorded: 'Abena Ridgepatient' },
    })
    const before = await counts()
    const married = pid('p1', { name: 'Mensah^Abena' })
    expect(outcome(await send(head('ADT^A08'), 'EVN|A08', married))).toEqual(accepted)
    expect(await entered('p1')).toMatchObject({
      full_name: 'Abena Mensah',
      recorded: 'Abena Ridgepatient',
    })
    expect(await latest()).toMatchObject({ state: 'done', reason: expect.stringMatching(/^PID-5: .*kept$/) })
    expect(await counts()).toEqual(before)

    const { person_id } = await entered('p1')
    const wrong = await send(head('ADT^A08'), 'EVN|A08', pid('p1', { born: '19910504' }))
    expect(outcome(wrong)).toEqual({ code: 'AE', places: ['PID^1^7'] })
    const held = await latest()
    expect(held.state).toBe('held')
    await lab.superuser.query(`update person set birth_date = '1991-05-04' where id = $1`, [person_id])
    const path = `/api/hl7-connections/${line.id}/messages/${held.id}`
    const again = await lab.call('POST', `${path}/again`, { by: manager })
    expect(again.json().message).toBe('The message was processed.')
    expect(await entered('p1')).toMatchObject({ born_on: '1991-05-04' })
    const shown = (await lab.call('GET', path, { by: manager })).json()
    expect(shown.text).toContain('PID|1||p1^^^RIDGE^MR')

    await send(head('ADT^A04'), 'EVN|A04', pid('p2'))
    const second = await entered('p2')
    expect(outcome(await send(head('ADT^A40'), 'EVN|A40', pid('p1'), 'MRG|p2^^^RIDGE^MR'))).toEqual(accepted)
    expect(
      await rowsOf(
        'select reasons from person_pair where one in ($1, $2) and other in ($1, $2)',
        person_id,
        second.person_id,
      ),
    ).toEqual([{ reasons: ['hospital'] }])
    expect(outcome(await send(head('ADT^A40'), 'EVN|A40', pid('p9'), 'MRG|p2^^^RIDGE^MR'))).toEqual(accepted)
    expect(await entered('p9')).toMatchObject({ person_id: second.person_id })
  })

  it('is refused with the segment and the field', async () => {
    const before = await counts()
    for (const [segments, code, place] of [
      [[head('ADT^A04'), pid('p3', { sex: 'X' })], 'AE', 'PID^1^8'],
      [[head('ADT^A04'), pid('p3', { born: '19900230' })], 'AE', 'PID^1^7'],
      [[head('ADT^A04'), pid('p3', { name: '' })], 'AE', 'PID^1^5'],
      [[head('ADT^A04'), pid('')], 'AE', 'PID^1^3'],
      [[head('ADT^A04')], 'AE', 'PID^1^'],
      [[head('ADT^A40'), pid('p3'), 'MRG|none^^^RIDGE'], 'AE', 'MRG^1^1'],
      [[head('ADT^A03'), pid('p3')], 'AR', 'MSH^1^9'],
      [[head('XYZ^A04'), pid('p3')], 'AR', 'MSH^1^9'],
      [[head('ADT^A04', { processing: 'T' }), pid('p3')], 'AR', 'MSH^1^11'],
      [[head('ADT^A04', { charset: 'BIG-5' }), pid('p3')], 'AR', 'MSH^1^18'],
      [[head('ADT^A04', { id: '' }), pid('p3')], 'AR', 'MSH^1^10'],
      [['not HL7'], 'AR', 'MSH^1^1'],
    ] as const)
      expect([segments[0], outcome(await send(...segments))]).toEqual([
        segments[0],
        { code, places: [place] },
      ])
    expect(await counts()).toEqual(before)
  })

  it('has the letters of its character set', async () => {
    const name = 'Agyei^Kwabená \\T\\ Ɛsi'
    await send(head('ADT^A04', { charset: 'UNICODE UTF-8' }), pid('p4', { name, sex: 'M' }))
    expect(await entered('p4')).toMatchObject({ full_name: 'Kwabená & Ɛsi Agyei' })
    const western = (charset: string, id: string) => {
      const message = lines(head('ADT^A04', { charset }), pid(id, { name: 'Né^José' }))
      const answer = new Promise((done) => socket.once('data', (bytes) => done(outcome(String(bytes)))))
      socket.write(mllpFrame(message, 'latin1'))
      return answer
    }
    expect(await western('8859/1', 'p12')).toEqual(accepted)
    expect(await entered('p12')).toMatchObject({ full_name: 'José Né' })
    expect(await western('UNICODE UTF-8', 'p13')).toEqual({ code: 'AR', places: ['MSH^1^18'] })
  })
})

describe('an acknowledgement', () => {
  it('has the sequence number that is expected next, and a message with another number is not processed', async () => {
    const numbered = await addConnection(lab, manager, ridge.id, { numbersMessages: true })
    const own = await dial(numbered.port)
    // The laboratory starts its own numbers first.
    const start = String(await new Promise((done) => own.once('data', done)))
    own.write(mllpFrame(lines(head('ACK'), `MSA|AA|${controlIdIn(start)}||1`), 'utf8'))
    const at = async (number: number, id: string, ...segments: string[]) => {
      const fields = head(segments.length === 0 ? '' : 'ADT^A04', { id }).split('|')
      fields[12] = String(number)
      const answer = await sendHl7(own, lines(fields.join('|'), ...segments))
      return /MSA\|([^\r]*)/
        .exec(answer)?.[1]
        ?.split('|')
        .filter((_, index) => index !== 2)
    }
    const patient = pid('numbered')
    expect(await at(0, 'n0')).toEqual(['AA', 'n0', '-1'])
    expect(await at(7, 'n7', patient)).toEqual(['AA', 'n7', '8'])
    expect(await at(7, 'n7', patient)).toEqual(['AA', 'n7', '8'])
    expect(await at(9, 'n9', patient)).toEqual(['AR', 'n9', '8'])
    expect(await at(7, 'other', patient)).toEqual(['AR', 'other', '8'])
    expect(await at(8, 'n9', patient)).toEqual(['AA', 'n9', '9'])
    expect(await at(9, 'wrong', pid('numbered', { sex: 'X' }))).toEqual(['AE', 'wrong', '9'])
    expect(await at(0, 'n0')).toEqual(['AA', 'n0', '9'])
    expect(await at(-1, 'again', patient)).toEqual(['AA', 'again', '-1'])
    own.destroy()
  })

  it('in enhanced mode says first that the message is stored, then what became of it', async () => {
    const both = async (...segments: string[]) => {
      const first = await send(...segments)
      const second =
        first.split('\x1c\r').length > 2 ? '' : String(await new Promise((done) => socket.once('data', done)))
      return [...`${first}${second}`.matchAll(/MSA\|(\w\w)/g)].map(([, code]) => code)
    }
    expect(await both(head('ADT^A04', { ack: 'AL|AL' }), pid('p5'))).toEqual(['CA', 'AA'])
    expect(await both(head('ADT^A04', { ack: 'AL|AL' }), pid('p5', { sex: 'X' }))).toEqual(['CA', 'AE'])
    const quiet = await send(head('ADT^A04', { ack: 'AL|NE', id: 'Q\\F\\6' }), pid('p6'))
    expect(outcome(quiet)).toEqual({ code: 'CA', places: [] })
    expect(quiet).toContain('MSA|CA|Q\\F\\6\r')
  })

  it('of a message that comes again is the same, and nothing is done twice', async () => {
    const message = [head('ORM^O01', { id: 'once' }), pid('p7'), ...order('once-1', 'FBC-R')]
    const first = await send(...message)
    expect(outcome(first)).toEqual(accepted)
    const before = await counts()
    const again = await send(...message)
    expect(again.split('\r').slice(1)).toEqual(first.split('\r').slice(1))
    const other = await send(head('ORM^O01', { id: 'once' }), pid('p7'), ...order('once-2', 'FBC-R'))
    expect(outcome(other)).toEqual({ code: 'AR', places: ['MSH^1^10'] })
    expect(await counts()).toEqual(before)
  })
})

const orderRows = (clientId: string) =>
  rowsOf(
    `select o.site_id, o.facility_id, o.full_name, o.gender, o.age, o.born_on::text, o.contact, o.tests, o.way, o.urgent, o.diagnosis,
      o.clinical_details, o.fasting, o.medication, o.requester, o.wanted_at, o.ordered_by, o.cancelled_at is null as is_open,
      q.system, q.value, q.test_code, encode(q.request_hash, 'hex') as hash
    from clinic_order o join api_request q on q.order_id = o.id where q.client_id = $1 order by q.value`,
    clientId,
  )

describe('an order', () => {
  it('by HL7 v2 and by FHIR becomes the same rows', async () => {
    const older = await programs.register('Ridge by HL7', { facilityId: facility })
    const newer = await programs.register('Ridge by FHIR', { facilityId: facility })
    const connection = await addConnection(lab, manager, older.id)
    await lab.call('PUT', `/api/hl7-connections/${connection.id}/codes`, {
      by: manager,
      body: { kind: 'test', code: 'FBC-R', means: 'FBC' },
    })
    const own = await dial(connection.port)
    const answer = await sendHl7(
      own,
      lines(
        head('OML^O21'),
        pid('same'),
        `ORC|NW|same-1^RIDGE||G1^RIDGE||||||||17^Mensah^Efua^^^Dr`,
        'TQ1|1||||||20260310||S',
        `OBR|1|same-1^RIDGE||FBC-R^Blood count^L${'|'.repeat(27)}D64^Anaemia^I10`,
        'NTE|1||Pale for a month',
        `ORC|NW|same-2^RIDGE||G1^RIDGE||||||||17^Mensah^Efua^^^Dr`,
        'TQ1|1||||||20260310||S',
        `OBR|2|same-2^RIDGE||GLU^Glucose^PHIAL${'|'.repeat(27)}D64^Anaemia^I10`,
        'NTE|1||Pale for a month',
      ),
    )
    own.destroy()
    expect(outcome(answer)).toEqual(accepted)
    expect(answer).toMatch(/ORC\|OK\|same-1\^RIDGE\|\w{8}-FBC\^PHIAL/)

    const by = await programs.signIn(newer)
    const test = 'http://lab.test/fhir/test'
    const request = (value: string, code: string) => ({
      resource: {
        ...{ resourceType: 'ServiceRequest', status: 'active', intent: 'order', priority: 'stat' },
        identifier: [{ system: 'RIDGE', value }],
        requisition: { system: 'RIDGE', value: 'G1' },
        code: { coding: [{ system: test, code }] },
        subject: { reference: 'urn:uuid:1' },
        requester: { display: 'Dr Efua Mensah' },
        occurrenceDateTime: '2026-03-10',
        reasonCode: [{ text: 'Anaemia' }],
        note: [{ text: 'Pale for a month' }],
      },
      request: { method: 'POST', url: 'ServiceRequest' },
    })
    const patient = {
      fullUrl: 'urn:uuid:1',
      resource: {
        ...{ resourceType: 'Patient', gender: 'female', birthDate: '1990-05-04' },
        identifier: [{ system: 'RIDGE', value: 'same' }],
        name: [{ text: 'Abena Ridgepatient' }],
        telecom: [{ system: 'phone', value: '+233 24 555 0101' }],
      },
      request: { method: 'POST', url: 'Patient' },
    }
    const placed = await lab.call('POST', '/fhir/R4', {
      ...{ by, headers: { 'content-type': 'application/fhir+json' } },
      body: JSON.stringify({
        ...{ resourceType: 'Bundle', type: 'transaction' },
        entry: [patient, request('same-1', 'FBC'), request('same-2', 'GLU')],
      }),
    })
    expect(placed.statusCode, placed.body).toBe(200)
    const rows = await orderRows(older.id)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ urgent: true, diagnosis: 'Anaemia', requester: 'Dr Efua Mensah' })
    expect(rows).toEqual(await orderRows(newer.id))
  })

  it('is changed under its number, and cancelled', async () => {
    const first = await send(
      head('ORM^O01'),
      pid('p8'),
      ...order('c-1', 'FBC-R'),
      ...order('c-2', 'GLU^^PHIAL'),
    )
    const fillers = (answer: string) =>
      [...answer.matchAll(/ORC\|(\w\w)\|[^|]*\|([^|\r]*)/g)].map((one) => one.slice(1))
    const change = (...segments: string[]) => send(head('ORM^O01'), pid('p8'), ...segments)
    const same = await change(...order('c-1', 'FBC-R', 'XO'))
    expect([outcome(same), fillers(same)]).toEqual([accepted, [['XR', fillers(first)[0]?.[1]]]])
    const changed = await change(...order('c-1', 'LFT^^PHIAL', 'XO'), ...order('c-3', 'FBC-R'))
    expect([outcome(changed), fillers(changed).map(([control]) => control)]).toEqual([accepted, ['XR', 'OK']])
    const open = async () =>
      (await orderRows(ridge.id))
        .filter(({ value, is_open }) => value.startsWith('c-') && is_open)
        .map(({ value, test_code }) => [value, test_code])
    expect(await open()).toEqual([
      ['c-1', 'LFT'],
      ['c-2', 'GLU'],
      ['c-3', 'FBC'],
    ])
    const before = await counts()
    for (const [segments, place] of [
      [[pid('p8'), ...order('c-9', 'FBC-R', 'XO')], 'ORC^1^2'],
      [[pid('p7'), ...order('c-2', 'FBC-R', 'XO')], 'PID^1^3'],
      [[pid('p8'), ...order('c-3', 'NONE', 'XO')], 'OBR^1^4'],
    ] as const) {
      const refusal = await send(head('ORM^O01'), ...segments)
      expect([segments, outcome(refusal)]).toEqual([segments, { code: 'AE', places: [place] }])
      expect(refusal).toContain('ORC|UX|')
    }
    expect(outcome(await change(...order('c-2', 'GLU^^PHIAL', 'CA')))).toEqual(accepted)
    for (const test of ['FBC-R', 'GLU^^PHIAL']) {
      const refusal = outcome(await change(...order('c-2', test, 'XO')))
      expect([test, refusal]).toEqual([test, { code: 'AE', places: ['ORC^1^1'] }])
    }
    expect(await counts()).toEqual(before)
    const cancelled = await change(...order('c-1', 'FBC-R', 'CA'), ...order('c-3', 'FBC-R', 'CA'))
    expect(outcome(cancelled)).toEqual(accepted)
    expect(cancelled).toContain('ORC|CR|c-1^RIDGE')
    const rows = await orderRows(ridge.id)
    expect(rows.find(({ value }) => value === 'c-1')).toMatchObject({ is_open: false })
    const unknown = await send(head('ORM^O01'), pid('p8'), ...order('c-9', 'FBC-R', 'CA'))
    expect(outcome(unknown)).toEqual({ code: 'AE', places: ['ORC^1^2'] })
  })

  it('of a specimen is answered with its specimen, and each order that cannot be cancelled is named', async () => {
    const answer = await send(
      ...[head('OML^O33'), pid('p14'), 'SPM|1|S1&HIS||BLD^Blood', ...order('o-1', 'FBC-R')],
      ...[...order('o-2', 'GLU^^PHIAL'), 'SPM|2|S2&HIS||PLAS^Plasma', ...order('o-3', 'LFT^^PHIAL')],
    )
    expect(answer).toMatch(/MSH\|.*\|ORL\^O34\^ORL_O34\|/)
    const echoed = [...answer.matchAll(/(SPM|ORC)\|(\w+)\|([^|\r]*)/g)].map(([, ...parts]) => parts.join(' '))
    expect(echoed).toEqual([
      ...['SPM 1 S1&HIS', 'ORC OK o-1^RIDGE', 'ORC OK o-2^RIDGE', 'SPM 2 S2&HIS', 'ORC OK o-3^RIDGE'],
    ])
    const { rows } = await lab.pool.query(
      `select o.way from clinic_order o join api_request q on q.order_id = o.id where q.value = 'o-1'`,
    )
    expect(rows).toEqual([{ way: 'sample' }])

    const cancel = (...numbers: string[]) =>
      send(head('OML^O21'), pid('p14'), ...numbers.flatMap((number) => order(number, 'FBC-R', 'CA')))
    const some = await cancel('o-1', 'x-8', 'x-9')
    expect(outcome(some)).toEqual({ code: 'AE', places: ['ORC^2^2', 'ORC^3^2'] })
    expect(some.match(/ORC\|UC\|/g)).toHaveLength(3)
    const isOpen = async (number: string) =>
      (await orderRows(ridge.id)).find(({ value }) => value === number)?.is_open
    expect(await isOpen('o-3')).toBe(true)
    const all = await cancel('o-1', 'o-2', 'o-3')
    expect(outcome(all)).toEqual(accepted)
    expect([...all.matchAll(/ORC\|CR\|([^^]*)/g)].map(([, number]) => number)).toEqual(['o-1', 'o-2', 'o-3'])
    expect(await isOpen('o-3')).toBe(false)
  })

  it('with a code that is not in the code table waits until a manager adds it', async () => {
    const before = await counts()
    const mixed = await send(
      ...[head('ORM^O01'), pid('p10'), ...order('m-1', 'FBC-R'), ...order('m-2', 'HBA-R^HbA1c^L')],
    )
    expect(outcome(mixed)).toEqual({ code: 'AE', places: ['OBR^2^4'] })
    expect(mixed.match(/ORC\|UA/g)).toHaveLength(2)
    expect(await counts()).toEqual(before)
    const [held] = await messages('?state=held')
    expect(held.reason).toBe('OBR[2]-4: The code HBA-R is not in the code table of this connection')
    const path = `/api/hl7-connections/${line.id}`
    const code = (means: string) =>
      lab.call('PUT', `${path}/codes`, { by: manager, body: { kind: 'test', code: 'HBA-R', means } })
    expect((await code('NONE')).json().fields).toHaveProperty('means')
    expect((await code('GLU')).statusCode).toBe(200)
    await lab.call('POST', `${path}/messages/${held.id}/again`, { by: manager })
    expect(await latest()).toMatchObject({ id: held.id, state: 'done' })
    expect(await counts()).toMatchObject({ orders: before.orders + 1, requests: before.requests + 2 })
  })
})

it('a foreign HL7 client places an order, and an incomplete message of a lost connection is not processed', async () => {
  const before = await counts()
  const cut = await dial(line.port)
  cut.write(`\x0b${lines(head('ORM^O01'), pid('cut'), ...order('cut-1', 'FBC-R')).slice(0, -20)}`)
  cut.destroy()
  const client = new Client({ host: '127.0.0.1' })
  const text = lines(head('ORM^O01', { id: 'FOREIGN' }), pid('p11'), ...order('f-1', 'FBC-R')).trim()
  const answer = await new Promise<string>((done) => {
    const out = client.createConnection({ port: line.port, waitAck: true }, (response) => {
      done(response.getMessage().toString())
      void out.close()
    })
    out.on('connect', () => void out.sendMessage(new Message({ text })))
  })
  expect(answer).toMatch(/^MSH\|.*\|ORR\^O02\^ORR_O02\|/)
  expect(answer).toContain('MSA|AA|FOREIGN')
  expect(await counts()).toMatchObject({ orders: before.orders + 1, requests: before.requests + 1 })
  socket = await dial(line.port)
})
