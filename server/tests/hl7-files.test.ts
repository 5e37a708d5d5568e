import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareOutEvents } from '#server/modules/fhir/webhooks/deliver-webhooks.ts'
import { programsOf } from './fhir-clients.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { controlIdIn, head, lines, order, pid } from './hl7.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person

beforeAll(async () => {
  lab = await openTestApp({ vault: true })
  manager = await lab.makeStaff('admin')
})
afterAll(() => lab?.close())

/** A connection by files. */
async function connect(limits: object, changes: object = {}) {
  const client = await programsOf(lab, manager).register(`Client ${Math.random()}`, limits)
  const body = {
    clientId: client.id,
    name: client.id,
    way: 'file',
    host: '',
    port: null,
    allowed: '',
    ...changes,
  }
  const added = await lab.call('POST', '/api/hl7-connections', { by: manager, body })
  expect(added.statusCode, added.body).toBe(201)
  return `/api/hl7-connections/${added.json().id}`
}
const add = (path: string, text: string, by = manager) =>
  lab.call('POST', `${path}/files`, {
    by,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'monday.hl7' },
    body: Buffer.from(text),
  })
const read = async (path: string, id: string) =>
  (await lab.call('GET', `${path}/files/${id}`, { by: manager })).body
const messages = async (path: string) =>
  (await lab.call('GET', `${path}/messages`, { by: manager })).json().rows
const batch = (count: number, ...all: string[]) =>
  `FHS|^~\\&|HIS|RIDGE\nBHS|^~\\&|HIS|RIDGE\n${all.join('').replaceAll('\r', '\n')}BTS|${count}\nFTS|1\n`

it('the messages of a file are taken one by one, once, and acknowledged in a file', async () => {
  const path = await connect({ facilityId: await lab.facilityOf(await lab.makeClinician()) })
  const good = lines(head('ORM^O01', { id: 'F1' }), pid('f1'), ...order('f-1', 'FBC^^PHIAL'))
  const bad = lines(head('ORM^O01', { id: 'F2' }), pid('f2'), ...order('f-2', 'NONE'))
  for (const [text, why] of [
    [batch(3, good, bad), 'BTS-1 says 3 messages, but there are 2: the file is not complete'],
    [batch(2, good, bad).replace('FTS|1\n', ''), 'The file has no FTS segment: it is not complete'],
    [batch(2, good, bad).replace('BTS|2\n', ''), 'The file has no BTS segment: it is not complete'],
    [`x${good}`, 'The file does not begin with FHS, BHS or MSH'],
    [batch(0), 'The file has no message'],
  ] as const)
    expect((await add(path, text)).json().fields).toEqual({ file: [why] })
  expect(await messages(path)).toEqual([])

  const taken = await add(path, batch(2, good, bad))
  expect(taken.json().message).toBe('monday.hl7 is taken: accepted 1, not accepted 1.')
  const answers = await read(path, taken.json().id)
  expect(answers).toMatch(/^FHS\|\^~\\&\|PHIAL\|.*\rBHS\|[\s\S]*\rBTS\|2\rFTS\|1\r$/)
  expect([...answers.matchAll(/MSA\|(\w\w\|\w+)/g)].map(([, said]) => said)).toEqual(['AA|F1', 'AE|F2'])
  expect((await messages(path)).map(({ state }: { state: string }) => state)).toEqual(['held', 'done'])
  const again = await add(path, batch(2, good, bad))
  expect((await read(path, again.json().id)).match(/MSA\|AA\|F1\rORC\|OK\|f-1\^RIDGE/)).not.toBeNull()
  expect((await lab.pool.query('select count(*)::int as n from clinic_order')).rows).toEqual([{ n: 1 }])
  const other = await lab.makeStaff('technician')
  expect((await add(path, good, other)).statusCode).toBe(403)
})

it('waiting messages are put into a file once, which can be downloaded again, and acknowledgements settle them', async () => {
  const path = await connect({}, { sendsAppointments: true })
  const body = { ...bookingBody, siteId: mainSite }
  expect((await lab.call('POST', '/api/labtest/book', { by: manager, body })).statusCode).toBe(201)
  await shareOutEvents(lab.context)
  const make = () => lab.call('POST', `${path}/files/waiting`, { by: manager })
  const { id } = (await make()).json()
  const file = await read(path, id)
  expect(file).toMatch(/^FHS\|[\s\S]*\rBHS\|[\s\S]*\rMSH\|[\s\S]*SIU\^S12[\s\S]*\rBTS\|1\rFTS\|1\r$/)
  expect((await make()).json().message).toBe('No message waits.')
  expect(await read(path, id)).toBe(file)
  const [sent] = await messages(path)
  expect(sent).toMatchObject({ state: 'sent', times: 1 })
  const control = controlIdIn(file.slice(file.indexOf('MSH|')))
  const refused = await add(path, lines(head('ACK'), `MSA|AE|${control}|Unknown patient`))
  expect(refused.json().message).toBe('monday.hl7 is taken: acknowledgements 1.')
  expect((await messages(path))[0]).toMatchObject({ state: 'failed', reason: 'The hospital answered AE' })
  await lab.call('POST', `${path}/messages/${sent.id}/again`, { by: manager })
  const second = await read(path, (await make()).json().id)
  expect(second).toContain(file.slice(file.indexOf('MSH|'), file.indexOf('BTS|')))
  const { rows } = (await lab.call('GET', `${path}/files`, { by: manager })).json()
  expect(rows.map(({ direction }: { direction: string }) => direction)).toEqual(['out', 'in', 'out'])
  const { rows: readings } = await lab.pool.query(
    `select count(*)::int as n from audit where action = 'hl7_file.read'`,
  )
  expect(readings[0].n).toBeGreaterThan(2)
})
