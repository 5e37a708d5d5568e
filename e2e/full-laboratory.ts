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
  const { pathname: invitation } = new URL(/http:\S+\/tech-page\/\S+/.exec(text)?.[0] ?? '')
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
  await turnPricesOn(lab, manager)
  await call(manager, 'POST', `/api/money/visits/${later.id}/price`)
  await call(manager, 'POST', `/api/money/visits/${arrived.id}/price`)
  await call(manager, 'POST', '/api/money/till', { siteId: sites[0]?.id, float: 10_000 })
  await call(manager, 'POST', `/api/money/visits/${arrived.id}/payments`, { amount: 2_000, way: 'cash' })
  return {
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
