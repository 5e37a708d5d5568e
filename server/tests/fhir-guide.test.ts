import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { personNumber } from '#server/modules/people/index.ts'
import { normalCount, openBench } from './bench-tasks.ts'
import { type Program, programsOf } from './fhir-clients.ts'
import type { TestApp } from './harness.ts'

const run = promisify(execFile)
const guide = readFileSync(new URL('../../docs/guide/fhir.md', import.meta.url), 'utf8')
/** The commands of the guide, in their order. */
const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)

let lab: TestApp
let address: string
let client: Program
const folder = mkdtempSync(join(tmpdir(), 'phial-fhir-'))

beforeAll(async () => {
  const opened = await openBench()
  lab = opened.lab
  const { visitId, task } = await opened.bench.started(opened.ama, opened.hana)
  await opened.bench.enter(task, normalCount, 0, opened.hana)
  await opened.bench.complete(task, opened.hana)
  expect((await opened.bench.release([task], opened.rita)).statusCode).toBe(200)
  expect(visitId).not.toBe('')
  client = await programsOf(lab, await lab.makeStaff('admin')).register('Follows the guide')
  address = await lab.listen()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await lab.close()
})

it('the commands of the FHIR guide work in their order', async () => {
  const known: Record<string, string> = { LAB: address, CLIENT_ID: client.id, CLIENT_SECRET: client.secret }
  const { rows } = await lab.pool.query('select number from person')
  await lab.makeClinician()
  const facilities = await lab.pool.query('select id from facility')
  known.ORGANIZATION = facilities.rows[0].id
  known.PERSON = personNumber(rows[0].number)
  const answers = []
  // The laboratory of a test listens at another address than its PUBLIC_URL, with which its code systems begin.
  for (const command of commands) {
    const { stdout } = await run(
      'sh',
      ['-c', command.replaceAll("'$LAB'/fhir/test", 'http://lab.test/fhir/test')],
      {
        cwd: folder,
        env: { PATH: process.env.PATH ?? '', ...known },
      },
    )
    const answer = stdout === '' ? null : JSON.parse(stdout)
    answers.push(answer)
    const started = command.includes('$export?') && readFileSync(join(folder, 'headers'), 'utf8')
    const [, status] = (started && /content-location: (\S+)/i.exec(started)) || []
    if (status) known.STATUS = status.replace('http://lab.test', address)
    if (answer?.access_token) known.TOKEN = answer.access_token
    const pdf = answer?.entry?.[0].resource?.presentedForm?.[0].url
    if (pdf) known.REPORT = answer.entry[0].resource.id
    if (pdf) known.PDF = pdf.replace('http://lab.test', address)
    const [first] = answer?.entry ?? []
    if (first?.resource?.resourceType === 'Patient') known.PATIENT = first.resource.id
    if (first?.resource?.resourceType === 'Slot') known.SLOT = first.resource.id
    if (answer?.resourceType === 'Appointment') known.APPOINTMENT = answer.id
  }
  const [
    token,
    metadata,
    reports,
    values,
    patients,
    ,
    slots,
    whole,
    followed,
    expanded,
    translated,
    matched,
    versions,
    ,
    manifest,
    booked,
    cancelled,
    proposals,
    ordered,
    subscribed,
  ] = answers
  expect(token.expires_in).toBe(300)
  expect(metadata.resourceType).toBe('CapabilityStatement')
  expect(reports.entry).toMatchObject([{ resource: { resourceType: 'DiagnosticReport', status: 'final' } }])
  expect(values.entry).toMatchObject([{ resource: { valueQuantity: { value: normalCount.HGB } } }])
  expect(patients.entry).toMatchObject([{ resource: { name: [{ text: 'Ama Mensah' }] } }])
  expect(readFileSync(join(folder, 'report.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(slots.entry.length).toBeGreaterThan(10)
  expect(
    whole.entry.slice(1).map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType),
  ).toEqual(Array(whole.entry.length - 1).fill('Observation'))
  expect(whole.entry.length).toBeGreaterThan(Object.keys(normalCount).length)
  expect(
    followed.entry.map(({ resource }: { resource: { resourceType: string } }) => resource.resourceType),
  ).toContain('Specimen')
  expect(expanded.expansion.contains.length).toBe(expanded.expansion.total)
  expect(translated.parameter[0]).toEqual({ name: 'result', valueBoolean: true })
  expect(matched.entry).toMatchObject([{ resource: { name: [{ text: 'Ama Mensah' }] } }])
  expect(proposals.entry).toHaveLength(3)
  expect(subscribed).toMatchObject({ resourceType: 'Subscription', status: 'requested' })
  expect(manifest.output.map(({ type }: { type: string }) => type)).toEqual(['Patient', 'Observation'])
  expect(versions).toMatchObject({ type: 'history', entry: [{ resource: { status: 'final' } }] })
  expect(ordered.entry.map(({ response }: { response: { status: string } }) => response.status)).toEqual([
    '201',
    '201',
  ])
  expect([booked.status, cancelled.status, cancelled.id]).toEqual(['booked', 'cancelled', booked.id])
})

it('the table of the FHIR guide lists all types and search parameters', async () => {
  const { rest } = (await lab.call('GET', '/fhir/R4/metadata')).json()
  type Listed = { type: string; searchParam?: { name: string }[] }
  const served = (rest[0].resource as Listed[])
    .filter(({ type }) => type !== 'Binary')
    .map(({ type, searchParam = [] }) => [
      type,
      searchParam.map(({ name }) => name).filter((name) => name !== '_id'),
    ])
  const rows = [...guide.matchAll(/^\| `(\w+)` +\|[^|]*\| (.*?) *\|$/gm)]
  const told = rows.map(([, type, names = '']) => [
    type,
    [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
  ])
  const sorted = (list: unknown[][]) =>
    list
      .map(([type, names]) => [type, (names as string[]).sort()])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  expect(sorted(told)).toEqual(sorted(served))
})
