import type pg from 'pg'
import { apiScopeNames } from '#contract/api-clients.ts'
import { bookingBody } from './bookings.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import type { Traffic } from './load.ts'
import { type CallFigures, openMeter, type Rounds } from './meter.ts'
import { makePatients, patientId, seeEveryone } from './patients.ts'
import { dayFromToday, makeSite, siteId } from './places.ts'
import { growVisits } from './visits.ts'

const sites = Array.from({ length: 10 }, (_, index) => siteId(20 + index))
const chairs = 20
/** The addresses of the laboratory's code systems begin with this one. */
const publicUrl = 'http://bench.example'
/** A token for each API client. A client may make 6,000 calls a minute, so that the load is spread over many. */
const tokens = Array.from({ length: 60 }, (_, index) => `bench-api-client-${String(index).padStart(4, '0')}`)

/**
 * Answers per second of calls of the FHIR interface, with the rate of an empty answer as the ceiling. Our own call that books is measured
 * to compare `$book` with it. Programs cannot write results, so the transaction orders ten tests of a new patient.
 */
export async function measureFhir({
  people,
  visits,
  ...size
}: Rounds & { people: number; visits: number }): Promise<CallFigures[]> {
  const laboratory = await openLaboratory({ PUBLIC_URL: publicUrl })
  const meter = openMeter(laboratory)
  try {
    const { pool } = laboratory
    await makePatients(pool, Math.max(people, 1_000))
    for await (const _ of growVisits(pool, visits)) break
    for (const id of sites) await makeSite(pool, Number.parseInt(id.slice(-12), 16), chairs)
    const facility = await makeClients(pool)
    await pool.query('vacuum analyze')
    const traffic = await trafficOf(laboratory, { people, facility })
    const figures: CallFigures[] = []
    for (const [call, one] of Object.entries(traffic)) {
      const measured = async (clients: number, seconds = size.seconds) => {
        if (one.kind === 'book') await seeEveryone(pool)
        return meter.rateOf(() => meter.load(clients, seconds, one, ['200', '201', '409']))
      }
      await measured(16)
      // Statistics as autovacuum keeps them: the warm-up has made the first rows.
      await pool.query(
        'analyze api_patient, api_request, api_appointment, clinic_order, person, visit, audit',
      )
      for await (const { clients, ceiling, medianOf } of meter.medians(size, { measured }))
        figures.push({ call, clients, ...medianOf('measured'), ceiling })
    }
    return figures
  } finally {
    meter.close()
    await laboratory.close()
  }
}

/** Makes API clients with all scopes, each with a token, and a facility that orders. Returns the facility's id. */
async function makeClients(pool: pg.Pool): Promise<string> {
  await pool.query(
    `with client as (
       insert into api_client (id, name, secret_hash, scopes, per_minute, created_by, created_at)
       select gen_random_uuid(), token, sha256(token::bytea), $2, 6000, $3, now() from unnest($1::text[]) token
       returning id, name, scopes)
     insert into api_artifact (id_hash, kind, client_id, scopes, payload, created_at, expires_at)
     select sha256(name::bytea), 'ClientCredentials', id, scopes, '{}', now(), now() + interval '1 day' from client`,
    [tokens, apiScopeNames, patientId(1)],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into facility (id, name, kind, phone, email, results_by)
     values (gen_random_uuid(), 'Ridge', 'clinic', '', '', 'collect') returning id`,
  )
  return rows[0]?.id ?? ''
}

async function trafficOf(
  { pool }: Laboratory,
  { people, facility }: { people: number; facility: string },
): Promise<Record<string, Traffic>> {
  const visits = await pool.query<{ id: string }>(
    `select id from visit where status <> 'held' order by starts_at desc limit 20`,
  )
  const patients = await pool.query<{ id: string }>(
    `select p.id from person p where exists (select from visit v where v.person_id = p.id and v.contact <> '') limit 500`,
  )
  const ofEach = (paths: readonly string[]) =>
    paths.flatMap((path) => tokens.map((one) => ({ path: `/fhir/R4/${path}`, token: one })))
  const day = (count: number) => dayFromToday(count).toISOString().slice(0, 10)
  const test = `${publicUrl}/fhir/test`
  const posts = (path: string, bodies: readonly object[]): Traffic => ({
    kind: 'post',
    path,
    tokens,
    sites,
    bodies: bodies.map((body) => JSON.stringify(body)),
  })
  return {
    'an empty answer': { kind: 'get', requests: [{ path: '/healthz' }] },
    'read an Appointment': {
      kind: 'get',
      requests: ofEach(visits.rows.map(({ id }) => `Appointment/${id}`)),
    },
    'search Appointments by date': {
      kind: 'get',
      requests: ofEach([1, 2, 3].map((count) => `Appointment?date=${day(count)}&_count=20`)),
    },
    'create a Patient': posts('/fhir/R4/Patient', [patient]),
    '$book an Appointment': posts(
      '/fhir/R4/Appointment/$book',
      patients.rows.map(({ id }) => booking(id, test)),
    ),
    'our own booking': { kind: 'book', body: bookingBody, sites, patients: { from: 1, count: people } },
    'a transaction with ten requests': posts('/fhir/R4', [transaction(facility, test, await tenTests(pool))]),
  }
}

const own = 'https://clinic.example/ids'
/** The load generator replaces it by a new key in each request. */
const key = '$KEY'

const patient = {
  resourceType: 'Patient',
  identifier: [{ system: own, value: key }],
  name: [{ text: 'Abena Bench' }],
  gender: 'female',
  birthDate: '1990-05-04',
  telecom: [{ system: 'phone', value: '+233245550101' }],
}

const coded = (test: string, code: string) => ({ coding: [{ system: test, code }] })

const booking = (id: string, test: string) => ({
  resourceType: 'Appointment',
  identifier: [{ system: own, value: key }],
  status: 'proposed',
  slot: [{ reference: 'Slot/$SLOT' }],
  serviceType: [coded(test, 'FBC'), coded(test, 'GLU')],
  participant: [{ actor: { reference: `Patient/${id}` }, status: 'accepted' }],
})

const transaction = (facility: string, test: string, ordered: readonly string[]) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: 'urn:uuid:7d1c0f4e-58a3-4b62-9f0e-3c2b1a908d76',
      resource: patient,
      request: posted('Patient'),
    },
    ...ordered.map((code) => ({
      resource: {
        resourceType: 'ServiceRequest',
        identifier: [{ system: own, value: `${key} ${code}` }],
        status: 'active',
        intent: 'order',
        code: coded(test, code),
        subject: { reference: 'urn:uuid:7d1c0f4e-58a3-4b62-9f0e-3c2b1a908d76' },
        requester: { reference: `Organization/${facility}`, display: 'Dr Bench' },
      },
      request: posted('ServiceRequest'),
    })),
  ],
})

async function tenTests(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    'select code from test where bookable and not confidential order by position limit 10',
  )
  return rows.map(({ code }) => code)
}

const posted = (url: string) => ({ method: 'POST', url })
