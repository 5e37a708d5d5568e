import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CaseNotice } from '#contract/cases.ts'
import { sendCaseNotices } from '#server/modules/authorities/index.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { coli, openCultureBench } from './culture-bench.ts'
import { findingsOf } from './fhir-definitions.ts'
import { mondayMorning, type Person } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'

let open: Awaited<ReturnType<typeof openCultureBench>>
let receiver: Receiver
/** A technician with the permission. */
let nana: Person
let hana: Person
const film = 'Blood Film for Malaria Parasites'
const seen = 'Malaria parasites seen (+)'
const none = 'No malaria parasites seen'

beforeAll(async () => {
  open = await openCultureBench({ settings: { WEBHOOKS_TO_PRIVATE: '1' } })
  hana = await open.bench.skilled('Hana Haematologist')
  nana = await open.lab.makeStaff('technician', { fullName: 'Nana Notifier' })
  await open.lab.pool.query(`update account set permissions = '{authorities}' where id = $1`, [
    nana.accountId,
  ])
}, 60_000)
beforeEach(async () => {
  open.lab.clock.set(mondayMorning)
  receiver = await openReceiver()
})
afterEach(async () => {
  await receiver.close()
  await open.lab.superuser.query('truncate case_notice, notifiable_rule, case_receiver')
})
afterAll(() => open.lab.close())

const path = '/api/cases'
const get = async (rest = '', by = nana) => (await open.lab.call('GET', path + rest, { by })).json()
const post = (rest: string, body: object = {}, by = nana) => open.lab.call('POST', path + rest, { by, body })
type Seen = Pick<CaseNotice, 'id' | 'version'> | undefined
const confirm = (seen: Seen) => post(`/${seen?.id}/confirm`, { version: seen?.version })
const dismiss = (seen: Seen, reason = 'Reported on paper') =>
  post(`/${seen?.id}/dismiss`, { reason, version: seen?.version })
const receive = (body: object = {}) =>
  open.lab.call('PUT', `${path}/receiver`, {
    by: nana,
    body: { address: receiver.url, token: 'authority token', version: 0, ...body },
  })
const malaria = { disease: 'Malaria', testCode: 'MPS', analyteCode: 'MALARIA-PARASITES', outcome: 'positive' }
const notices = async (): Promise<CaseNotice[]> => (await get()).rows
const send = () => sendCaseNotices(open.lab.context)
const reported = async (days = '') =>
  (await open.lab.call('GET', `${path}/confirmed.csv${days}`, { by: nana })).body

async function entered(task: string, value: string): Promise<void> {
  const { resultsRevision } = await open.bench.form(task, hana)
  await open.bench.enter(task, { 'MALARIA-PARASITES': value }, resultsRevision, hana)
  const { rows } = await open.lab.pool.query(
    'select id from callback where task_id = $1 and told_at is null',
    [task],
  )
  const critical = rows.map(({ id }: { id: string }) => id)
  if (critical.length > 0) await open.bench.tell(critical, hana)
  await open.bench.complete(task, hana)
  const released = await open.bench.release([task], open.rita)
  expect(released.statusCode, released.body).toBe(200)
}
async function filmOf(value: string) {
  const { task, visitId } = await open.bench.started(open.ama, hana, [film])
  await entered(task, value)
  return { task, visitId }
}
async function corrected(task: string, value: string) {
  await open.bench.correct(task, 'The slides were swapped', open.rita)
  await entered(task, value)
}
type Entry = { resource: { resourceType: string } & Record<string, unknown> }
const bundles = () => receiver.received.map(({ body }) => JSON.parse(body))
const resources = (bundle: { entry: Entry[] }) => bundle.entry.map(({ resource }) => resource)

it('nothing is notifiable until the laboratory says so, and no confidential test', async () => {
  await filmOf(seen)
  expect(await notices()).toEqual([])
  const { prepared, rules } = await get('/rules')
  expect(rules).toEqual([])
  const names = prepared.map(({ disease }: { disease: string }) => disease)
  expect(names).toEqual(
    expect.arrayContaining(['Cholera', 'COVID-19', 'Tuberculosis resistant to rifampicin']),
  )
  const hiv = { disease: 'HIV', testCode: 'CT1', analyteCode: 'CT1-RESULT', outcome: 'positive' }
  expect((await post('/rules', hiv)).json().fields).toHaveProperty('testCode')
  const byHand = open.lab.pool.query(
    `insert into notifiable_rule (id, disease, test_code, analyte_code, added_by, added_at)
     values (gen_random_uuid(), 'HIV', 'CT1', 'CT1-RESULT', $1, now())`,
    [nana.accountId],
  )
  await expect(byHand).rejects.toThrow('confidential')
  expect((await post('/rules', { ...malaria, analyteCode: 'HGB' })).json().fields).toHaveProperty(
    'analyteCode',
  )
  expect((await post('/rules', { disease: 'Cholera', organismCode: 'none' })).json().fields).toHaveProperty(
    'organismCode',
  )
  expect((await post('/rules', malaria)).statusCode).toBe(201)
  expect((await post('/rules', malaria)).json().fields).toHaveProperty('disease')
  expect((await post('/rules', malaria, hana)).statusCode).toBe(403)
})

it('a case is held until a person confirms it, is sent as a valid message, and is told again when its result is corrected away', async () => {
  await post('/rules', malaria)
  expect((await receive()).statusCode).toBe(200)
  await filmOf(none)
  const { task, visitId } = await filmOf(seen)
  const [held] = await notices()
  expect(held).toMatchObject({
    state: 'held',
    disease: 'Malaria',
    visitId,
    finding: `Malaria parasites: ${seen}`,
  })
  expect(await get('/held')).toEqual({ held: 1 })
  await send()
  expect(receiver.asked).toHaveLength(0)
  const unconfirmed = open.lab.pool.query(`update case_notice set state = 'planned', due_at = now()`)
  await expect(unconfirmed).rejects.toThrow('case_notice_decided')

  receiver.manner = 503
  expect((await confirm(held)).statusCode).toBe(200)
  expect((await confirm(held)).statusCode).toBe(409)
  await send()
  expect(await notices()).toMatchObject([{ state: 'planned', decidedBy: 'Nana Notifier', attempts: 1 }])
  receiver.manner = 200
  open.lab.clock.advance(minutes(1))
  await Promise.all([send(), send()])
  expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer authority token'])
  const [bundle] = bundles()
  expect(findingsOf(bundle)).toEqual([])
  expect(resources(bundle).map(({ resourceType }) => resourceType)).toEqual([
    ...['MessageHeader', 'Condition', 'Patient', 'Organization', 'Observation'],
  ])
  expect(resources(bundle)[1]).toMatchObject({
    code: { text: 'Malaria' },
    verificationStatus: { coding: [{ code: 'confirmed' }] },
    evidence: [{ code: [{ text: `Malaria parasites: ${seen}` }] }],
  })
  expect(resources(bundle)[4]).toMatchObject({ valueString: seen, status: 'final' })
  const file = await open.lab.call('GET', `${path}/confirmed.csv`, { by: nana })
  expect(file.body).toContain('Malaria,sent,')
  expect(file.body).toContain('Ama Mensah')

  await corrected(task, none)
  expect(await notices()).toMatchObject([{ state: 'planned', gone: true }])
  await send()
  const withdrawn = bundles().at(-1)
  expect(findingsOf(withdrawn)).toEqual([])
  expect(resources(withdrawn)[1]).toMatchObject({
    verificationStatus: { coding: [{ code: 'entered-in-error' }] },
  })
  expect(await notices()).toMatchObject([{ state: 'withdrawn', gone: true }])
  // Found again, it waits for a person again.
  await corrected(task, seen)
  expect(await notices()).toMatchObject([{ state: 'held', gone: false }])
  await open.lab.call('POST', '/api/Labtask/retract', {
    by: open.manager,
    body: { tasks: [task], reason: 'Another patient’s slide' },
  })
  expect(await notices()).toMatchObject([{ state: 'planned', gone: true }])
})

it('an organism is notifiable, interim results included; a case can be dismissed, and without an address the file reports it', async () => {
  const cholera = { disease: 'Cholera', organismCode: 'vibrio-cholerae' }
  await post('/rules', cholera)
  const { task } = await open.bench.started(open.ama, open.maya, ['Urine Culture'])
  await open.save(task, { stage: 'interim', isolates: [{ ...coli, organism: 'vibrio-cholerae' }] })
  await open.bench.release([task], open.rita)
  const [held] = await notices()
  expect(held).toMatchObject({ state: 'held', finding: 'Vibrio cholerae' })
  expect((await confirm(held)).statusCode).toBe(200)
  expect(await notices()).toMatchObject([{ state: 'confirmed' }])
  await receive()
  expect((await post(`/${held?.id}/again`)).statusCode).toBe(200)
  await send()
  expect(findingsOf(bundles()[0])).toEqual([])
  await post('/rules', malaria)
  await filmOf(seen)
  const other = (await notices()).find(({ disease }) => disease === 'Malaria')
  expect((await dismiss(other, '')).json().fields).toHaveProperty('reason')
  expect((await dismiss(other)).statusCode).toBe(200)
  expect((await open.lab.call('GET', `${path}/confirmed.csv`, { by: nana })).body).not.toContain('Malaria,')
  const moved = await receive({ address: `${receiver.url}/elsewhere`, token: '', version: 1 })
  expect(moved.statusCode).toBe(200)
  expect((await get('/rules')).receiver).toMatchObject({ hasToken: false })

  const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 }
  const { id: kumasi } = (
    await open.lab.call('POST', '/api/settings/sites', { by: open.manager, body: site })
  ).json()
  const limited = await open.lab.makeStaff('admin')
  await open.lab.pool.query('insert into account_site values ($1, $2)', [limited.accountId, kumasi])
  expect((await get('', limited)).rows).toEqual([])
  expect((await post(`/${other?.id}/again`, {}, limited)).statusCode).toBe(404)
  expect((await post('/rules', cholera, limited)).statusCode).toBe(403)
  expect(mainSite).not.toBe(kumasi)
})

it('a notice that was tried without an answer is withdrawn by a message, and turning its rule off changes nothing', async () => {
  const { id: rule } = (await post('/rules', malaria)).json()
  await receive()
  const { task } = await filmOf(seen)
  const [held] = await notices()
  receiver.manner = 503
  await confirm(held)
  await send()
  await post(`/rules/${rule}/end`)
  // Another version of the report, with the same finding.
  await corrected(task, seen)
  expect(await notices()).toMatchObject([{ state: 'planned', gone: false }])
  await filmOf(seen)
  expect(await notices()).toHaveLength(1)
  await corrected(task, none)
  expect(await notices()).toMatchObject([{ state: 'planned', gone: true, toldAt: null }])
  receiver.manner = 200
  await send()
  expect(resources(bundles()[0])[1]).toMatchObject({
    verificationStatus: { coding: [{ code: 'entered-in-error' }] },
  })
  expect(await notices()).toMatchObject([{ state: 'withdrawn' }])
})

it('a case cannot be confirmed or dismissed if its finding has changed since it was read', async () => {
  await post('/rules', malaria)
  const { task } = await filmOf(seen)
  const [before] = await notices()
  await corrected(task, 'Malaria parasites seen (++)')
  expect((await confirm(before)).statusCode).toBe(409)
  expect((await dismiss(before)).statusCode).toBe(409)
  const [after] = await notices()
  expect(after).toMatchObject({ state: 'held', finding: 'Malaria parasites: Malaria parasites seen (++)' })
  expect((await confirm(after)).statusCode).toBe(200)
})

it('the file has no case that was dismissed, or whose new value nobody has confirmed', async () => {
  await post('/rules', malaria)
  const { task } = await filmOf(seen)
  const [first] = await notices()
  await confirm(first)
  await corrected(task, 'Malaria parasites seen (++)')
  expect(await notices()).toMatchObject([{ state: 'held' }])
  expect(await reported()).not.toContain('Malaria,')
  await corrected(task, none)
  expect(await reported()).toContain('Malaria,withdrawn,')
  const other = await filmOf(seen)
  const dismissed = (await notices()).find(({ visitId }) => visitId === other.visitId)
  await dismiss(dismissed)
  await corrected(other.task, none)
  expect((await notices()).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn'])
  expect((await reported()).match(/Malaria,/g)).toHaveLength(1)

  // The file is read in pages, and has the days that are asked for.
  await open.lab.superuser.query(
    `with rule as (
      insert into notifiable_rule (id, disease, test_code, analyte_code, added_by, added_at)
      select gen_random_uuid(), 'Disease ' || n, 'MPS', 'MALARIA-PARASITES', $1, now() from generate_series(1, 450) n returning id)
    insert into case_notice (site_id, id, visit_id, rule_id, test_code, finding, version, found_at, state, decided_by, decided_at)
    select c.site_id, gen_random_uuid(), c.visit_id, rule.id, c.test_code, c.finding, 1, c.found_at, 'confirmed', $1, now()
    from rule, case_notice c where c.id = $2`,
    [nana.accountId, first?.id],
  )
  const all = (await reported('?from=2026-03-09&to=2026-03-09')).match(/^Disease \d+,/gm)
  expect(new Set(all)).toHaveProperty('size', 450)
  expect(all).toHaveLength(450)
  expect(await reported('?to=2026-03-08')).not.toContain('Disease')
  expect(await reported('?from=2026-03-10')).not.toContain('Disease')
  expect((await get('?to=2026-03-08')).rows).toEqual([])
  expect((await get('?from=2026-03-09')).rows).toHaveLength(50)
})

it('a message that cannot be written fails after the last attempt, and the failure is audited', async () => {
  await post('/rules', malaria)
  await receive()
  const { visitId } = await filmOf(seen)
  const [held] = await notices()
  await confirm(held)
  await open.lab.superuser.query('alter table person_identifier rename to person_identifier_away')
  await send()
  expect(await notices()).toMatchObject([
    { state: 'planned', attempts: 1, error: 'The message could not be written' },
  ])
  for (let tries = 0; tries < 6; tries++) {
    open.lab.clock.advance(hours(13))
    await send()
  }
  await open.lab.superuser.query('alter table person_identifier_away rename to person_identifier')
  expect(receiver.asked).toHaveLength(0)
  const { rows } = await open.lab.pool.query(
    `select state, attempts, (select array_agg(action order by position) from audit where subject_id = $1 and action like 'case.%') as audited
      from case_notice`,
    [visitId],
  )
  const audited = ['case.found', 'case.confirmed', 'case.failed']
  expect(rows).toEqual([{ state: 'failed', attempts: 7, audited }])
})
