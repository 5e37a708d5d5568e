import { collected, makeTechnician, startedTask } from './bench-visit.ts'
import { accountOf, managerOf, type Signed } from './sign-in.ts'
import type { Laboratory, Person } from './start-laboratory.ts'
import { book, daysAhead, moveToToday } from './visits.ts'

/** Turns prices on; a blood count costs 60 cedis. */
export async function turnPricesOn(lab: Laboratory, by: Signed): Promise<void> {
  const { taxes: _, ...rules } = await lab.call<{ taxes: unknown; on: boolean }>(
    'GET',
    '/api/money/settings',
    { by },
  )
  await lab.call('PUT', '/api/money/settings', { by, body: { ...rules, on: true } })
  const payers = await lab.call<{ id: string; kind: string }[]>('GET', '/api/money/payers', { by })
  const patients = payers.find(({ kind }) => kind === 'patient')?.id
  await lab.call('POST', `/api/money/payers/${patients}/prices`, {
    by,
    body: { validFrom: daysAhead(0), prices: [{ test: 'FBC', amount: 6_000 }] },
  })
}

/** A refrigerator whose last reading is outside its limits. Returns its id. */
async function withWarmRefrigerator({ call }: Laboratory, by: Signed): Promise<string> {
  const place = { name: 'Refrigerator 1', kind: 'refrigerator', unit: '°C', low: 2, high: 8, everyHours: 12 }
  const { id } = await call<{ id: string }>('POST', '/api/temperatures', { by, body: place })
  const warm = { value: 11.4, action: 'Moved to another refrigerator' }
  await call('POST', `/api/temperatures/${id}/readings`, { by, body: warm })
  return id
}

/** Figures for DHIS2 that were sent. Nothing listens at its address. Returns the id of what was sent. */
async function withDhis2({ call }: Laboratory, by: Signed): Promise<string> {
  const connection = {
    address: 'http://127.0.0.1:9/dhis',
    secret: 'd2pat_none',
    dataSet: 'pBOMPrpg1QX',
    version: 0,
  }
  await call('PUT', '/api/dhis2/connection', { by, body: connection })
  const { sites } = await call<{ sites: { id: string }[] }>('GET', '/api/dhis2', { by })
  const siteId = sites[0]?.id
  await call('PUT', `/api/dhis2/org-units/${siteId}`, { by, body: { orgUnit: 'DiszpKrYNg8' } })
  const line = { name: 'Blood counts', dataElement: 'f7n9E0hX8qk', testCode: 'FBC', outcome: 'any' }
  await call('POST', '/api/dhis2/lines', { by, body: line })
  const month = daysAhead(0).slice(0, 7)
  return (await call<Row>('POST', `/api/dhis2/months/${month}/send`, { by, body: { siteId } })).id
}

/** A referral laboratory with two referred tests, one of them packed. Returns the ids of the laboratory and the box. */
async function withReferrals(lab: Laboratory, by: Signed, hana: Person) {
  const { call } = lab
  const laboratory = { name: 'Korle Bu', days: 5, tests: [{ test: 'HORM', transport: 'frozen', days: 7 }] }
  const { id } = await call<{ id: string }>('POST', '/api/referrals/laboratories', { by, body: laboratory })
  const accessions: string[] = []
  for (const fullName of ['Kwame Referred', 'Afia Packed']) {
    const visit = await book(lab, await lab.signUp({ fullName }))
    await moveToToday(lab, visit)
    const [accession = ''] = await collected(lab, hana, visit)
    await call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana })
    const { rows } = await call<{ rows: Row[] }>('GET', `/api/Labtask/tasks?search=${accession}`, {
      by: hana,
    })
    await call('PUT', `/api/referrals/tasks/${rows[0]?.id}`, { by, body: { laboratoryId: id } })
    accessions.push(accession)
  }
  const body = { laboratoryId: id, accessions: accessions.slice(1) }
  const box = await call<{ id: string }>('POST', '/api/referrals/boxes', { by, body })
  return { laboratory: id, box: box.id }
}

/** A rack with a tube on a disposal list. Returns the ids of the rack and the list. */
async function withStorage({ call, sql }: Laboratory, by: Signed, accession: string) {
  const unit = await call<{ id: string }>('POST', '/api/storage/units', {
    by,
    body: { name: 'Freezer 1', kind: 'freezer' },
  })
  const size = { unitId: unit.id, name: 'Rack A', rows: 6, columns: 10 }
  const { id: rack } = await call<{ id: string }>('POST', '/api/storage/racks', { by, body: size })
  await call('POST', `/api/storage/racks/${rack}/tubes`, { by, body: { accession } })
  await sql(
    `insert into specimen_retention (specimen, days) select specimen, 1 from sample where accession = $1
      on conflict (specimen) do update set days = excluded.days`,
    [accession],
  )
  await sql("update sample set collected_at = collected_at - interval '3 days' where accession = $1", [
    accession,
  ])
  const list = await call<{ id: string }>('POST', '/api/storage/disposals', {
    by,
    body: { accessions: [accession] },
  })
  return { rack, list: list.id }
}

/** A round of external quality assessment with a failed and an acceptable result. Returns its id. */
async function withEqaRound({ call }: Laboratory, by: Signed): Promise<string> {
  const scheme = { name: 'Haematology', provider: 'National Reference Laboratory' }
  const { id: schemeId } = await call<{ id: string }>('POST', '/api/eqa/schemes', { by, body: scheme })
  const days = { receivedOn: daysAhead(-20), dueOn: daysAhead(-5) }
  const body = { schemeId, name: '2026-2', ...days, samples: ['A', 'B'], analytes: ['HGB'] }
  const { id } = await call<{ id: string }>('POST', '/api/eqa/rounds', { by, body })
  const path = `/api/eqa/rounds/${id}`
  const { list } = await call<{ list: { id: string }[] }>('GET', path, { by })
  const results = list.map((one, index) => ({ id: one.id, value: 12 + index }))
  await call('PUT', `${path}/results`, { by, body: { results, version: 1 } })
  await call('POST', `${path}/send`, { by, body: { version: 2 } })
  const scores = list.map((one, index) => ({ id: one.id, score: index === 0 ? -3.1 : 0.4 }))
  await call('PUT', `${path}/assessment`, { by, body: { results: scores, version: 3 } })
  return id
}

/** A breakdown of yesterday, and a present one. */
async function withBreakdowns({ call }: Laboratory, by: Signed, id: string): Promise<void> {
  const path = `/api/instruments/${id}/breakdowns`
  const yesterday = { day: daysAhead(-1), time: '08:00', fault: 'Waste tank full' }
  await call('POST', path, { by, body: yesterday })
  const { rows } = await call<{ rows: Row[] }>('GET', path, { by })
  const end = { day: daysAhead(-1), time: '10:30', repair: 'Tank emptied, controls in range' }
  await call('POST', `${path}/${rows[0]?.id}/end`, { by, body: end })
  const now = { day: daysAhead(0), time: '00:00', fault: 'Sample probe is bent' }
  await call('POST', path, { by, body: now })
}

/** An app that a patient lets read, and that has read. */
const withAppAccess = ({ sql }: Laboratory, clientId: string, email: string) =>
  sql(
    `insert into app_access (id, client_id, account_id, person_id, scopes, given_at, expires_at, last_read_at)
     select uuidv7(), c.id, a.id, k.person_id, c.scopes, now() - interval '2 days', now() + interval '88 days', now()
     from api_client c, account a join account_person k on k.account_id = a.id and k.kind = 'self'
     where c.id = $1 and a.email = $2`,
    [clientId, email],
  )

/** A blank downtime form. Returns its id. */
async function withDowntimeForm({ call }: Laboratory, by: Signed): Promise<string> {
  await call('POST', '/api/downtime', { by, body: { count: 1 } })
  const { rows } = await call<{ rows: { id: string }[] }>('GET', '/api/downtime', { by })
  return rows[0]?.id ?? ''
}

/** A reagent of blood counts with an open lot. Returns its id. */
async function withStock({ call }: Laboratory, by: Signed): Promise<string> {
  const uses = [{ test: 'FBC', amount: 1 }]
  const item = {
    name: 'Cell pack',
    kind: 'reagent',
    unit: 'tests',
    reorderLevel: 100,
    deliveryDays: 14,
    uses,
  }
  const { id } = await call<{ id: string }>('POST', '/api/stock', { by, body: item })
  const delivery = { number: 'A1', expiresOn: daysAhead(90), amount: 120 }
  await call('POST', `/api/stock/${id}/receive`, { by, body: delivery })
  const { lots } = await call<{ lots: { id: string }[] }>('GET', `/api/stock/${id}`, { by })
  await call('POST', `/api/stock/lots/${lots[0]?.id}/open`, { by })
  return id
}

/** A urine culture that is inoculated, with an isolate. Returns the id of its task. */
async function withCulture(lab: Laboratory, patient: Person, by: Person): Promise<string> {
  await lab.sql(`update test set bookable = true where code = 'UCUL'`)
  const { task } = await startedTask(lab, patient, by, { tests: ['Urine Culture'] })
  const isolate = {
    ...{ number: 1, organism: 'escherichia-coli', amount: 'from_1e5', comment: '' },
    antibiogram: [{ antibiotic: 'CIP', measure: null, category: 'R', shown: null }],
  }
  const values = { 'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more' }
  const body = { values, isolates: [isolate], stage: 'reading', revision: 0 }
  await lab.call('PUT', `/api/Labtask/cultures/${task}`, { by, body })
  return task
}

/** An analyser that is off, and that nothing can connect to. */
export const addAnalyser = (lab: Laboratory, by: Signed, { name, port }: { name: string; port: number }) =>
  lab.call<{ id: string }>('POST', '/api/instruments', {
    by,
    body: {
      name,
      serialNumber: '',
      profile: 'sysmex-xn',
      protocol: 'astm',
      way: 'listen',
      host: '',
      port,
      allowed: '192.0.2.0/24',
      encoding: 'utf8',
      checksum: true,
      acknowledged: true,
      sampleAt: 'O-4.3',
      codeAt: 5,
      sendsOrders: false,
      sendsPatient: false,
      controlPattern: 'QC-*',
    },
  })

/** An analyser with a message on trial, a held value and an interface verification. */
export async function withAnalyser(
  lab: Laboratory,
  by: Signed,
): Promise<{ id: string; message: string; verification: string }> {
  const { id } = await addAnalyser(lab, by, { name: 'Counter in room 2', port: 5101 })
  const [message, read] = ['01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e2']
  const text = 'H|\\^&\rO|1||2^1^01260309000018^B\rR|1|^^^^WBC^1|6.1|10*3/uL\rR|2|^^^^NEW^1|7|%\rL|1|N\r'
  const store = (of: string, state: string, bytes: string) =>
    lab.sql(
      `insert into instrument_message (site_id, id, instrument_id, received_at, peer, bytes, digest, state, last_at)
       select site_id, $2, id, $4, '192.0.2.7', $3, sha256($3), $5, $4 from instrument where id = $1`,
      [id, of, Buffer.from(bytes), new Date(), state],
    )
  await store(message, 'trial', text)
  await store(read, 'read', text.replace('6.1', '6.0'))
  await lab.sql(
    `insert into measured_value (site_id, id, instrument_id, message_id, position, sample, code, name, value, unit, flags,
       sent_time, operator, comment, is_control, is_missing, measured_at, state, reason)
     select site_id, gen_random_uuid(), instrument_id, id, 1, '01260309000018', 'NEW', '', '7', '%', '{}', '', '', '', false,
       false, received_at, 'held', 'unmapped' from instrument_message where id = $1`,
    [read],
  )
  const path = `/api/instruments/${id}/verifications`
  const { id: verification } = await lab.call<{ id: string }>('POST', path, { by })
  const shown = { position: 0, sample: '01260309000018', value: '6.2', unit: '10*3/uL' }
  const body = { version: 1, values: [shown] }
  await lab.call('PUT', `${path}/${verification}/messages/${message}`, { by, body })
  return { id, message, verification }
}

/** An HL7 connection with a held message and a code. */
async function withHl7(
  lab: Laboratory,
  by: Signed,
  clientId: string,
): Promise<{ id: string; message: string }> {
  const settings = { name: 'Orders of Ridge Hospital', way: 'listen', host: '', port: 5103, allowed: '' }
  const { id } = await lab.call<{ id: string }>('POST', '/api/hl7-connections', {
    by,
    body: { clientId, ...settings },
  })
  const code = { kind: 'test', code: 'FBC-R', means: 'FBC' }
  await lab.call('PUT', `/api/hl7-connections/${id}/codes`, { by, body: code })
  const message = '01900000-0000-7000-8000-0000000000e7'
  const text =
    'MSH|^~\\&|HIS|RIDGE|PHIAL||20260309083000||ORM^O01|M17|P|2.5.1\rPID|1||1007^^^RIDGE^MR||Mensah^Ama||19900504|F\rORC|NW|77^RIDGE\rOBR|1|77^RIDGE||HBA-R^HbA1c^L\r'
  await lab.sql(
    `insert into hl7_message (id, connection_id, direction, control_id, type, at, peer, bytes, digest, state, reason, answer, times, last_at)
     values ($1, $2, 'in', 'M17', 'ORM^O01', now(), '192.0.2.7', $3, sha256($3), 'held',
       'OBR-4: The code HBA-R is not in the code table of this connection',
       E'MSA|AE|M17\\rERR||OBR^1^4|103^Table value not found^HL70357|E', 1, now())`,
    [message, id, Buffer.from(text)],
  )
  return { id, message }
}

/** Writes an order of a clinic with a released report, and an open order. */
async function orderOfClinic(
  lab: Laboratory,
  by: Signed,
  { hana, rita }: { hana: Signed; rita: Signed },
): Promise<{ ordered: string; box: string }> {
  const patient = { fullName: 'Abena Clinicpatient', gender: 'female', age: 30, contact: '+233 24 555 0101' }
  const body = { patient, testType: ['Full Blood Count'] }
  const place = (way: string) =>
    lab.call<{ id: string }>('POST', '/api/clinic/orders', { by, body: { ...body, way } })
  await place('visit')
  const boxed = await place('sample')
  const { id } = await place('sample')
  const { accessions } = await lab.call<{ accessions: string[] }>(
    'POST',
    `/api/clinic/orders/${id}/samples`,
    {
      by,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' },
    },
  )
  const { accessions: sent } = await lab.call<{ accessions: string[] }>(
    'POST',
    `/api/clinic/orders/${boxed.id}/samples`,
    { by, body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' } },
  )
  const box = await lab.call<{ id: string }>('POST', '/api/clinic/manifests', {
    by,
    body: { accessions: sent, courier: 'Kofi Rider', celsius: 6 },
  })
  const accession = accessions[0] ?? ''
  await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by: hana, body: {} })
  const { rows } = await lab.call<{ rows: Row[] }>('GET', `/api/Labtask/tasks?search=${accession}`, {
    by: hana,
  })
  const task = `/api/Labtask/task/${rows[0]?.id}`
  await lab.call('PUT', `${task}/status`, { by: hana, body: { status: 'in_progress' } })
  await lab.call('POST', `${task}/results`, { by: hana, body: { values: count, revision: 0 } })
  await lab.call('PUT', `${task}/status`, { by: hana, body: { status: 'completed' } })
  await lab.call('POST', '/api/Labtask/release', { by: rita, body: { tasks: [rows[0]?.id] } })
  return { ordered: id, box: box.id }
}

type Row = { id: string; fullName?: string }

const count = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250 }

export type Made = Awaited<ReturnType<typeof fillLaboratory>>

/** Fills a laboratory by API calls, so that every screen has data. Returns what the screens' addresses need. */
export async function fillLaboratory(lab: Laboratory) {
  const manager = await managerOf(lab)
  const ama = await lab.signUp({ fullName: 'Ama Mensah' })
  const hana = await makeTechnician(lab, 'Hana Haematologist')
  const rita = await makeTechnician(lab, 'Rita Reviewer')
  const call = <Answer>(by: Signed, method: string, path: string, body?: unknown) =>
    lab.call<Answer>(method, path, { by, ...(body !== undefined && { body }) })

  async function enterCount(patient: Person) {
    const started = await startedTask(lab, patient, hana)
    const path = `/api/Labtask/task/${started.task}`
    await call(hana, 'POST', `${path}/results`, { values: count, revision: 0 })
    await call(hana, 'PUT', `${path}/status`, { status: 'completed' })
    return started
  }

  const released = await enterCount(ama)
  await call(rita, 'POST', '/api/Labtask/release', { tasks: [released.task] })
  const { report } = await call<{ report: { code: string } }>(
    ama,
    'GET',
    `/api/labtest/appointment/${released.visit}/report`,
  )
  const { link: shared } = await call<{ link: string }>(
    ama,
    'POST',
    `/api/labtest/appointment/${released.visit}/share`,
    { days: 1 },
  )
  await enterCount(await lab.signUp({ fullName: 'Adwoa Waiting' }))

  const kofi = await startedTask(lab, await lab.signUp({ fullName: 'Kofi Owusu' }), hana)
  const rejected = await call<{ accession: string }>(hana, 'GET', `/api/Labtask/task/${kofi.task}`)
  await call(hana, 'POST', `/api/Labtask/sample/${rejected.accession}/reject`, { reason: 'Clotted' })
  const { task } = await startedTask(lab, await lab.signUp({ fullName: 'Efua Dadzie' }), hana)

  const drawn = await book(lab, await lab.signUp({ fullName: 'Yaw Drawn' }))
  await moveToToday(lab, drawn)
  const [accession = ''] = await collected(lab, hana, drawn)
  const arrived = await book(lab, await lab.signUp({ fullName: 'Esi Arrived' }))
  await moveToToday(lab, arrived)
  await call(hana, 'POST', `/api/labtest/appointment/${arrived.id}/arrive`)

  const queued = await book(lab, ama)
  await moveToToday(lab, queued)
  const { passCode } = await call<{ passCode: string }>(hana, 'POST', `/api/queue/check-in/${queued.id}`)
  const later = await book(lab, ama, { at: [daysAhead(20), '09:00'] })

  const closure = await call<{ id: string }>(manager, 'POST', '/api/settings/closures', {
    from: `${daysAhead(20)}T08:00`,
    to: `${daysAhead(20)}T12:00`,
    reason: 'The water is off',
    visits: [{ action: 'message', id: later.id, version: later.version }],
  })

  const quality = '/api/Labtask/quality'
  const material = await call<{ id: string }>(manager, 'POST', `${quality}/materials`, {
    name: 'Control blood',
    manufacturer: 'Beta',
  })
  const lot = await call<{ id: string }>(manager, 'POST', `${quality}/lots`, {
    materialId: material.id,
    level: 'Level 1',
    number: '4712',
    expiresOn: '2099-12-31',
  })
  await call(manager, 'PUT', `${quality}/lots/${lot.id}/targets`, {
    targets: [{ analyte: 'HGB', mean: 12, sd: 0.2 }],
  })
  await call(manager, 'PUT', `${quality}/lots/${lot.id}/status`, { status: 'open' })

  const invited = await call<{ id: string }>(manager, 'POST', '/api/technician/invite', {
    fullName: 'Abena Invited',
    email: 'abena@lab.test',
    specialties: ['Full Blood Count'],
  })
  const { text } = await lab.mailTo('abena@lab.test')
  const link = new URL(/http:\S+\/tech-page\/\S+/.exec(text)?.[0] ?? '')
  const invitation = link.pathname + link.hash
  const { id: technician = '' } =
    (await call<Row[]>(manager, 'GET', '/api/technician')).find(
      ({ fullName }) => fullName === hana.fullName,
    ) ?? {}
  await call(manager, 'POST', '/api/shifts', {
    technicianId: technician,
    day: daysAhead(1),
    from: '08:00',
    until: '12:00',
  })

  const letter = { name: 'Efua Asking', email: 'efua@home.test', message: 'Do you open\non Sunday?' }
  await lab.call('POST', '/api/contact/laboratory', { body: letter })
  const { rows: messages } = await call<{ rows: Row[] }>(manager, 'GET', '/api/contact-messages')
  const { sites } = await call<{ sites: Row[] }>(manager, 'GET', '/api/settings')
  const { personId } = await call<{ personId: string }>(
    manager,
    'GET',
    `/api/labtest/appointment/${queued.id}/history`,
  )
  await lab.sql(
    `insert into sms_reply (id, phone, text, meaning, outcome, at)
     values (gen_random_uuid(), '+233241234567', 'Stop', 'stop', 'No more SMS to this number', $1)`,
    [new Date()],
  )
  await lab.sql(`update ticket set called_at = arrived_at + interval '1 minute' where status = 'finished'`)
  await lab.sql(
    `insert into wait_told (site_id, ticket_id, told_at, class, ahead, shown_low, shown_high)
     select site_id, id, arrived_at, class, 2, 5, 10 from ticket
     on conflict (site_id, ticket_id) do update set shown_low = 5, shown_high = 10`,
  )
  const broken = { kind: 'transport', harm: 'possible', description: 'Tube broken on the way', accession }
  const { id: nonconformity } = await call<{ id: string }>(hana, 'POST', '/api/nonconformities', broken)
  const why = { cause: 'A rack without a lid', action: 'Racks with lids', dueOn: daysAhead(-1), version: 1 }
  await call(manager, 'PUT', `/api/nonconformities/${nonconformity}/action`, why)
  const reported = await call<{ personId: string; personNumber: string }>(
    manager,
    'GET',
    `/api/labtest/appointment/${released.visit}/history`,
  )
  const { birth } = await call<{ birth: { date: string } }>(
    manager,
    'GET',
    `/api/people/${reported.personId}`,
  )
  const { id: emergency } = await call<{ id: string }>(hana, 'POST', '/api/emergency', {
    personNumber: reported.personNumber,
    birthDate: birth.date,
    reason: 'Unconscious on arrival',
  })
  const { id: erasure } = await call<{ id: string }>(manager, 'POST', '/api/erasure-wishes', {
    personId: reported.personId,
    way: 'paper',
    identifiedBy: ['Identity card'],
  })
  const stockItem = await withStock(lab, manager)
  const referred = await withReferrals(lab, manager, hana)
  const { accession: kept } = await call<{ accession: string }>(
    hana,
    'GET',
    `/api/Labtask/task/${released.task}`,
  )
  const stored = await withStorage(lab, manager, kept)
  // After the disposal list, since samples of a person on hold are not due for disposal.
  await call(manager, 'POST', '/api/legal-holds', {
    personId: reported.personId,
    kind: 'complaint',
    reason: 'Letter of 3 March about a late report',
  })
  const place = await withWarmRefrigerator(lab, manager)
  const eqaRound = await withEqaRound(lab, manager)
  const downtimeForm = await withDowntimeForm(lab, hana)
  const culture = await withCulture(lab, ama, hana)
  await turnPricesOn(lab, manager)
  await call(manager, 'POST', `/api/money/visits/${later.id}/price`)
  await call(manager, 'POST', `/api/money/visits/${arrived.id}/price`)
  await call(manager, 'POST', '/api/money/till', { siteId: sites[0]?.id, float: 10_000 })
  await call(manager, 'POST', `/api/money/visits/${arrived.id}/payments`, { amount: 2_000, way: 'cash' })
  const analyser = await withAnalyser(lab, manager)
  await withBreakdowns(lab, manager, analyser.id)
  const clinic = { name: 'Ridge Clinic', kind: 'clinic', phone: '', email: '', resultsBy: 'email' }
  await call(manager, 'POST', '/api/facilities', clinic)
  const { facilities } = await call<{ facilities: Row[] }>(manager, 'GET', '/api/referrers')
  const apiClient = await call<Row>(manager, 'POST', '/api/api-clients', {
    name: 'Records of Ridge Hospital',
    scopes: ['system/Patient.rs', 'system/Observation.rs', 'system/DiagnosticReport.rs'],
    facilityId: facilities[0]?.id,
  })
  const app = await call<Row>(manager, 'POST', '/api/api-clients', {
    name: 'Health diary',
    scopes: ['system/Patient.rs', 'system/Observation.rs', 'system/DiagnosticReport.rs'],
    redirectUris: ['https://diary.example/return'],
    signsInBy: 'nothing',
    keepsAccess: true,
  })
  await call(manager, 'POST', '/api/api-clients', {
    name: 'Website of the laboratory',
    signsInBy: 'api_key',
    scopes: ['visits:read', 'visits:book'],
    validDays: 365,
  })
  await withAppAccess(lab, app.id, ama.email)
  // Nothing listens there.
  const webhook = await call<Row>(manager, 'POST', `/api/api-clients/${apiClient.id}/webhooks`, {
    address: 'http://127.0.0.1:9/phial-events',
    events: ['report.released', 'report.corrected', 'report.withdrawn'],
  })
  await call(manager, 'POST', `/api/webhooks/${webhook.id}/test`)
  const dhis2 = await withDhis2(lab, manager)
  const hl7 = await withHl7(lab, manager, apiClient.id)
  const clinician = await lab.signUp({
    fullName: 'Dr Ama Boateng',
    role: 'clinician',
    facilityId: facilities[0]?.id ?? '',
  })
  const { ordered, box } = await orderOfClinic(lab, clinician, { hana, rita })
  return {
    analyser,
    apiClient: apiClient.id,
    webhook: webhook.id,
    dhis2,
    hl7,
    clinician,
    ordered,
    box,
    manager,
    ama,
    hana,
    released,
    report,
    shared,
    task,
    accession,
    arrived,
    passCode,
    later,
    closure,
    nonconformity,
    emergency,
    erasure,
    stockItem,
    referred,
    stored,
    place,
    eqaRound,
    downtimeForm,
    culture,
    lot,
    invited,
    invitation,
    technician,
    message: messages[0]?.id ?? '',
    patient: await accountOf(lab, ama),
    person: personId,
    site: sites[0]?.id ?? '',
  }
}
