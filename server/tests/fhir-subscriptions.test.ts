import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { deliverWebhooks } from '#server/modules/fhir/index.ts'
import { sendTo, shareOutEvents } from '#server/modules/fhir/webhooks/deliver-webhooks.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { type Bench, benchOf, normalCount } from './bench-tasks.ts'
import { type Program, programsOf } from './fhir-clients.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { waitingForLocks } from './waiting-for-locks.ts'
import { isSigned, openReceiver, type Receiver } from './webhook-receiver.ts'

// biome-ignore lint/suspicious/noExplicitAny: a resource has the elements of its type.
type Resource = any

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let ama: Person
let programs: ReturnType<typeof programsOf>
let receiver: Receiver
let program: Program
let manager: Person

beforeAll(async () => {
  lab = await openTestApp({ settings: { WEBHOOKS_TO_PRIVATE: '1' } })
  bench = benchOf(lab)
  manager = await lab.makeStaff('admin')
  hana = await bench.skilled('Hana Haematologist')
  rita = await bench.skilled('Rita Reviewer')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  programs = programsOf(lab, manager)
})
beforeEach(async () => {
  if (receiver) await receiver.close()
  receiver = await openReceiver()
  await lab.superuser.query('truncate webhook_delivery, webhook_event, api_subscription, webhook')
  await lab.superuser.query('delete from rate_limit')
  lab.clock.set(mondayMorning)
  program = await programs.register(`Program ${++clients}`)
})
afterAll(async () => {
  await receiver.close()
  await lab.close()
})

let clients = 0
const backport = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition'
const subscription = (criteria: string, changes: object = {}, channel: object = {}): Resource => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'Results of our patients',
  criteria,
  channel: {
    type: 'rest-hook',
    endpoint: receiver.url,
    payload: 'application/fhir+json',
    ...channel,
  },
  ...changes,
})
const content = (valueCode: string) => ({
  _payload: { extension: [{ url: `${backport}/backport-payload-content`, valueCode }] },
})
/** The token of a client is used for four minutes; it is valid for five. */
const tokens = new Map<Program, { at: number; by: Awaited<ReturnType<typeof programs.signIn>> }>()
async function signedIn(as: Program) {
  const now = lab.clock.now().getTime()
  const known = tokens.get(as)
  if (known && Math.abs(now - known.at) < minutes(4)) return known.by
  const by = await programs.signIn(as)
  tokens.set(as, { at: now, by })
  return by
}
const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  as = program,
) =>
  lab.call(method, `/fhir/R4/${path}`, {
    by: await signedIn(as),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/fhir+json' }), ...headers },
  })
async function subscribed(criteria: string, changes = {}, channel = {}): Promise<Resource> {
  const answer = await call('POST', 'Subscription', subscription(criteria, changes, channel))
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const deliver = () => deliverWebhooks(lab.context)
const notified = (): Resource[] => receiver.received.map(({ body }) => JSON.parse(body))
const parameter = (bundle: Resource, name: string) =>
  bundle.entry[0].resource.parameter.find((one: Resource) => one.name === name)
const kindOf = (bundle: Resource) => parameter(bundle, 'type').valueCode
const eventOf = (bundle: Resource) =>
  Object.fromEntries(
    parameter(bundle, 'notification-event').part.map(({ name, ...value }: Resource) => [
      name,
      Object.values(value)[0],
    ]),
  )

async function released(values?: object): Promise<{ visitId: string; task: string }> {
  const visit = await bench.released(ama, hana, rita, values)
  lab.clock.advance(minutes(3))
  return visit
}

it('a Subscription is active after the handshake, and sends what matches its criteria', async () => {
  const made = await subscribed('DiagnosticReport?status=corrected', {}, content('full-resource'))
  expect(made.status).toBe('requested')
  const { visitId, task } = await released()
  await deliver()
  // The handshake comes first; events from before it are not sent.
  expect(notified().map(kindOf)).toEqual(['handshake'])
  expect((await call('GET', `Subscription/${made.id}`)).json().status).toBe('active')
  await bench.correct(task, 'The wrong tube was measured', rita)
  const { resultsRevision } = await bench.form(task, hana)
  await bench.enter(task, { ...normalCount, HGB: 9.9 }, resultsRevision, hana)
  await bench.complete(task, hana)
  await bench.release([task], rita)
  await released()
  await deliver()
  expect(notified().map(kindOf)).toEqual(['handshake', 'event-notification'])
  const [, bundle] = notified()
  expect(bundle).toMatchObject({ resourceType: 'Bundle', type: 'history' })
  expect(parameter(bundle, 'subscription').valueReference.reference).toBe(
    `http://lab.test/fhir/R4/Subscription/${made.id}`,
  )
  expect(eventOf(bundle)).toMatchObject({
    'event-number': '1',
    focus: { reference: `DiagnosticReport/${visitId}` },
  })
  expect(bundle.entry[1].resource).toEqual((await call('GET', `DiagnosticReport/${visitId}`)).json())
  // The secret of the answer signs, and no later answer contains it.
  const [{ valueString: secret }] = made.channel.extension
  for (const one of receiver.received) {
    expect(isSigned(one, secret)).toBe(true)
    expect(one.headers['content-type']).toBe('application/fhir+json')
  }
  expect((await call('GET', 'Subscription')).body).not.toContain(secret)
  const { rows } = await lab.pool.query(
    `select count(*)::int as n from audit where action = 'api_client.read' and subject_id = $1 and reason like 'By the API client Program%'`,
    [visitId],
  )
  expect(rows[0].n).toBe(1)
})

it('a notification has as much of a resource as the program asks for, and events are numbered', async () => {
  const topic = 'http://lab.test/fhir/topic/DiagnosticReport'
  const filter = {
    extension: [{ url: `${backport}/backport-filter-criteria`, valueString: 'DiagnosticReport?' }],
  }
  const empty = await subscribed('DiagnosticReport', {}, content('empty'))
  const ids = await subscribed(topic, { _criteria: filter }, content('id-only'))
  expect((await call('GET', `Subscription/${ids.id}`)).json()).toMatchObject({
    criteria: topic,
    _criteria: filter,
  })
  await deliver()
  const { visitId } = await released()
  await released()
  await deliver()
  const of = (id: string) =>
    notified().filter(
      (one) =>
        kindOf(one) === 'event-notification' &&
        parameter(one, 'subscription').valueReference.reference.endsWith(id),
    )
  for (const { id } of [empty, ids])
    expect(
      of(id)
        .map((one) => eventOf(one)['event-number'])
        .sort(),
    ).toEqual(['1', '2'])
  for (const one of of(empty.id)) {
    expect(one.entry).toHaveLength(1)
    expect(JSON.stringify(one)).not.toContain(visitId)
  }
  const first = of(ids.id).find((one) => eventOf(one).focus.reference.endsWith(visitId))
  expect(first.entry[1]).toEqual({
    fullUrl: `http://lab.test/fhir/R4/DiagnosticReport/${visitId}`,
    request: { method: 'PUT', url: `DiagnosticReport/${visitId}` },
    response: { status: '200' },
  })
  const status = (await call('GET', `Subscription/${ids.id}/$status`)).json()
  expect(status.entry).toHaveLength(1)
  expect(parameter(status, 'events-since-subscription-start').valueString).toBe('2')
  expect((await call('GET', 'Subscription/$status')).json().total).toBe(2)
  const asked = { resourceType: 'Parameters', parameter: [{ name: 'id', valueId: empty.id }] }
  expect((await call('POST', 'Subscription/$status', asked)).json().total).toBe(1)
})

/** Holds the results of these visits until they are paid. */
async function holdUnpaid(visitIds: readonly string[]): Promise<void> {
  await lab.superuser.query('update laboratory set prices_on = true')
  await lab.superuser.query('update money_settings set hold_results = true')
  await lab.superuser.query(
    `insert into visit_account (site_id, visit_id, payer_id, currency, charged, paid, member_number, claim_code)
      select site_id, id, (select id from payer where kind = 'patient' limit 1), 'GHS', 100, 0, '', ''
      from visit where id = any($1)`,
    [visitIds],
  )
}
async function holdNothing(): Promise<void> {
  await lab.superuser.query('update laboratory set prices_on = false')
  await lab.superuser.query('delete from visit_account')
}

it('a report that waits for the payment is compared and sent after the payment', async () => {
  await subscribed('DiagnosticReport?status=final', {}, content('full-resource'))
  await subscribed('DiagnosticReport?status=partial')
  await deliver()
  const { visitId } = await released()
  await holdUnpaid([visitId])
  try {
    await deliver()
    expect(notified().map(kindOf)).toEqual(['handshake', 'handshake'])
  } finally {
    await holdNothing()
  }
  await deliver()
  expect(
    notified()
      .slice(2)
      .map((one) => [one.entry[1].resource?.id, eventOf(one)['event-number']]),
  ).toEqual([[visitId, '1']])
  expect((await lab.pool.query("select from webhook_delivery where state = 'unpaid'")).rowCount).toBe(0)
})

it('a report that is paid while others are compared is compared too', async () => {
  await subscribed('DiagnosticReport?status=partial')
  await deliver()
  const [first, second] = [(await released()).visitId, (await released()).visitId]
  await holdUnpaid([first, second])
  const payment = await lab.superuser.connect()
  try {
    await deliver()
    await payment.query('delete from visit_account where visit_id = $1', [first])
    await payment.query('begin')
    await payment.query('select from webhook_delivery where visit_id = $1 for update', [first])
    const delivering = deliver()
    await expect.poll(() => waitingForLocks(lab)).toBe(1)
    await payment.query('delete from visit_account where visit_id = $1', [second])
    await payment.query('commit')
    await delivering
  } finally {
    payment.release()
    await holdNothing()
  }
  await deliver()
  expect(notified().map(kindOf)).toEqual(['handshake'])
  expect((await lab.pool.query("select from webhook_delivery where state <> 'sent'")).rowCount).toBe(0)
})

it('a report that is paid while the handshake is repeated is compared after it', async () => {
  const { id } = await subscribed('DiagnosticReport?status=partial')
  await deliver()
  await holdUnpaid([(await released()).visitId])
  try {
    await deliver()
    const active = await call('GET', `Subscription/${id}`)
    const again = { ...active.json(), status: 'requested' }
    const put = await call('PUT', `Subscription/${id}`, again, { 'if-match': String(active.headers.etag) })
    expect([put.statusCode, put.json().status], put.body).toEqual([200, 'requested'])
    receiver.manner = 500
  } finally {
    await holdNothing()
  }
  await deliver()
  receiver.manner = 200
  lab.clock.advance(minutes(20))
  await deliver()
  await deliver()
  expect(receiver.asked.map(({ body }) => kindOf(JSON.parse(body)))).toEqual(Array(3).fill('handshake'))
  expect((await lab.pool.query("select from webhook_delivery where state <> 'sent'")).rowCount).toBe(0)
})

it('a Subscription that ends while its event is being sent gets nothing', async () => {
  const { id } = await subscribed('DiagnosticReport')
  await deliver()
  await released()
  await shareOutEvents(lab.context)
  const ending = await lab.superuser.connect()
  try {
    await ending.query('begin')
    await ending.query('lock table api_client in access exclusive mode')
    const sending = sendTo(lab.context, id)
    await expect.poll(() => waitingForLocks(lab)).toBe(1)
    await ending.query('update api_client set ended_at = created_at, ended_by = created_by where id = $1', [
      program.id,
    ])
    await ending.query('commit')
    await sending
  } finally {
    ending.release()
  }
  expect(receiver.asked).toHaveLength(1)
})

it('a notification that cannot be written fails after the last attempt, and the webhook goes on', async () => {
  await subscribed('DiagnosticReport')
  await deliver()
  await released()
  await shareOutEvents(lab.context)
  await lab.superuser.query('alter table api_subscription rename payload to payload_away')
  for (let tries = 0; tries < 9; tries++) {
    await deliver()
    lab.clock.advance(hours(17))
  }
  const { rows } = await lab.pool.query(`select d.state, d.attempts, d.error, h.failures, h.off_at
    from webhook_delivery d join webhook h on h.id = d.webhook_id where d.type = 'report.released'`)
  const failed = { state: 'failed', attempts: 8, error: deliveryReasons.notWritten }
  expect(rows).toEqual([{ ...failed, failures: 0, off_at: null }])
  await lab.superuser.query('alter table api_subscription rename payload_away to payload')
  lab.clock.set(mondayMorning)
  await released()
  await deliver()
  expect(notified().map(kindOf)).toEqual(['handshake', 'event-notification'])
})

it('heartbeats are sent in the period that the program asks for, and a Subscription ends at its end', async () => {
  const end = new Date(lab.clock.now().getTime() + hours(1)).toISOString()
  const extension = [{ url: `${backport}/backport-heartbeat-period`, valueUnsignedInt: 120 }]
  const { id } = await subscribed('Appointment', { end }, { extension })
  await deliver()
  for (let minute = 0; minute < 6; minute++) {
    lab.clock.advance(minutes(1))
    await deliver()
  }
  expect(notified().map(kindOf)).toEqual(['handshake', 'heartbeat', 'heartbeat', 'heartbeat'])
  lab.clock.advance(hours(1))
  await deliver()
  await deliver()
  expect((await call('GET', `Subscription/${id}`)).statusCode).toBe(404)
})

it('a receiver that does not accept the handshake gets no event, and a program turns its Subscription off and on', async () => {
  receiver.manner = 500
  const { id } = await subscribed('DiagnosticReport')
  await released()
  await deliver()
  expect(receiver.asked).toHaveLength(1)
  const failing = await call('GET', `Subscription/${id}`)
  expect(failing.json()).toMatchObject({ status: 'error', error: expect.any(String) })
  const patch = (status: string) => [{ op: 'replace', path: '/status', value: status }]
  const etag = String(failing.headers.etag)
  expect((await call('PATCH', `Subscription/${id}`, patch('off'))).statusCode).toBe(428)
  const off = await call('PATCH', `Subscription/${id}`, patch('off'), { 'if-match': etag })
  expect([off.statusCode, off.json().status], off.body).toEqual([200, 'off'])
  const { rows } = await lab.pool.query('select error from webhook_delivery')
  expect(rows).toEqual([{ error: deliveryReasons.turnedOffByProgram }])
  expect(
    (await call('PATCH', `Subscription/${id}`, patch('requested'), { 'if-match': etag })).statusCode,
  ).toBe(412)
  receiver.manner = 200
  lab.clock.advance(minutes(20))
  await deliver()
  expect(receiver.received).toEqual([])
  const whole = { ...off.json(), status: 'requested' }
  for (const [change, element] of [
    [{ criteria: 'Specimen' }, 'Subscription.criteria'],
    [{ channel: { ...whole.channel, endpoint: 'https://other.example' } }, 'Subscription.channel.endpoint'],
    [{ id: 'x' }, 'Subscription.id'],
  ] as const) {
    const refused = await call(
      'PUT',
      `Subscription/${id}`,
      { ...whole, ...change },
      { 'if-match': String(off.headers.etag) },
    )
    expect([refused.statusCode, refused.json().issue[0].expression]).toEqual([400, [element]])
  }
  const on = await call('PUT', `Subscription/${id}`, whole, { 'if-match': String(off.headers.etag) })
  expect([on.statusCode, on.json().status], on.body).toEqual([200, 'requested'])
  await deliver()
  await released()
  await deliver()
  expect(notified().map(kindOf)).toEqual(['handshake', 'event-notification'])
  const other = await programs.register(`Other ${++clients}`)
  for (const method of ['GET', 'DELETE'] as const)
    expect((await call(method, `Subscription/${id}`, undefined, {}, other)).statusCode).toBe(404)
  expect((await call('DELETE', `Subscription/${id}`)).statusCode).toBe(204)
  expect((await call('DELETE', `Subscription/${id}`)).statusCode).toBe(404)
  await released()
  await deliver()
  expect(notified()).toHaveLength(2)
})

it('a Subscription that cannot be served is refused with the name of the element', async () => {
  for (const [criteria, changes, channel, element] of [
    ['Patient?gender=male', {}, {}, 'criteria'],
    ['Observation', {}, {}, 'criteria'],
    ['DiagnosticReport?status=x', {}, {}, 'criteria'],
    ['DiagnosticReport?patient.gender=male', {}, {}, 'criteria'],
    ['DiagnosticReport?_sort=date', {}, {}, 'criteria'],
    ['DiagnosticReport?_count=1', {}, {}, 'criteria'],
    ['DiagnosticReport?shoe=1', {}, {}, 'criteria'],
    ['DiagnosticReport', { status: 'active' }, {}, 'status'],
    ['DiagnosticReport', { reason: '' }, {}, 'reason'],
    ['DiagnosticReport', { end: '2020-01-01T00:00:00Z' }, {}, 'end'],
    ['DiagnosticReport', {}, { type: 'websocket' }, 'channel.type'],
    ['DiagnosticReport', {}, { endpoint: 'http://clinic.example' }, 'channel.endpoint'],
    ['DiagnosticReport', {}, { payload: 'application/xml' }, 'channel.payload'],
    ['DiagnosticReport', {}, { header: ['Authorization: Bearer x'] }, 'channel.header'],
    [
      'DiagnosticReport',
      {},
      { extension: [{ url: `${backport}/backport-heartbeat-period`, valueUnsignedInt: 1 }] },
      'channel.extension',
    ],
  ] as const) {
    const answer = await call('POST', 'Subscription', subscription(criteria, changes, channel))
    expect([criteria, answer.statusCode, answer.json().issue[0].expression]).toEqual([
      criteria,
      400,
      [`Subscription.${element}`],
    ])
  }
  const scopes = ['system/Subscription.cruds', 'system/Appointment.rs']
  const narrow = await programs.register(`Narrow ${++clients}`, { scopes })
  const denied = await call('POST', 'Subscription', subscription('DiagnosticReport'), {}, narrow)
  expect(denied.statusCode).toBe(403)
  const many = await Promise.all(
    Array.from({ length: 52 }, () => call('POST', 'Subscription', subscription('Appointment'))),
  )
  expect(many.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50)
  expect((await lab.pool.query('select from webhook')).rowCount).toBe(50)
})
