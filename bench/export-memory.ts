import type pg from 'pg'
import { apiScopeNames } from '#contract/api-clients.ts'
import { openLaboratory } from './laboratory.ts'
import { residentMiB } from './memory.ts'
import { makePatients, patientId } from './patients.ts'
import { growVisits } from './visits.ts'

const publicUrl = 'http://bench.example'
const token = 'bench-api-client-0000'

/** MiB resident of the server before, at most during, and after a bulk export, read each second. */
export type ExportMemory = {
  observations: number
  seconds: number
  before: number
  most: number
  after: number
}

/** Reads the Observations of a bulk export as they come, for at most `seconds`: 20 values in the report of each visit. */
export async function measureExport({
  visits,
  seconds,
}: {
  visits: number
  seconds: number
}): Promise<ExportMemory> {
  const laboratory = await openLaboratory({ PUBLIC_URL: publicUrl })
  const { pool, server } = laboratory
  try {
    await makePatients(pool, 1_000)
    for await (const _ of growVisits(pool, visits)) break
    await makeReports(pool)
    const base = server.url.replace(/\/$/, '')
    const headers = { authorization: `Bearer ${token}`, prefer: 'respond-async' }
    const here = (url: string | null) => (url ?? '').replace(publicUrl, base)
    const begun = await fetch(`${base}/fhir/R4/$export?_type=Observation`, { headers })
    if (begun.status !== 202) throw new Error(await begun.text())
    const manifest = await fetch(here(begun.headers.get('content-location')), { headers })
    const { output } = (await manifest.json()) as { output: { url: string }[] }
    const start = performance.now()
    const figures = { observations: 0, before: residentMiB(server.pid), most: 0 }
    const file = await fetch(here(output[0]?.url ?? null), { headers })
    if (!file.ok || !file.body) throw new Error(`The file was answered with ${file.status}`)
    let read = start
    for await (const chunk of file.body as unknown as AsyncIterable<Uint8Array>) {
      for (const byte of chunk) if (byte === 10) figures.observations++
      if (performance.now() - read < 1_000) continue
      read = performance.now()
      figures.most = Math.max(figures.most, residentMiB(server.pid))
      if (read - start > seconds * 1_000) break
    }
    return { ...figures, seconds: (performance.now() - start) / 1_000, after: residentMiB(server.pid) }
  } finally {
    await laboratory.close()
  }
}

/** A report with a blood count for each visit, and a client with a token. */
async function makeReports(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ code: string; name: string }>(
    `select a.code, a.name from test t
       join test_analyte p on p.test_code = t.code and p.version = t.panel_version join analyte a on a.code = p.analyte_code
     where t.code = 'FBC' order by p.position limit 20`,
  )
  const at = '2026-03-09T08:00:00Z'
  const content = {
    ...{ version: 1, status: 'final', code: 'X', site: 'Main', issuedAt: at, timeZone: 'UTC' },
    laboratory: { name: 'Bench', address: '', phone: '', email: '' },
    patient: { fullName: 'Ama', age: 30, gender: 'female', reference: 'R' },
    ...{ waitingFor: [], singlePersonRelease: false },
    tests: [
      {
        ...{ code: 'FBC', name: 'Full Blood Count', specimen: 'Blood', accession: 'A', collectedAt: at },
        ...{ receivedAt: null, enteredBy: 'H', releasedBy: 'R', releasedAt: at },
        results: rows.map((analyte) => ({
          ...{ ...analyte, value: '12.9', number: 12.9, unit: 'g/dL', range: '12–16', low: 12, high: 16 },
          flag: '',
        })),
      },
    ],
  }
  // Reports are issued for tasks otherwise.
  await pool.query('alter table report disable trigger user')
  await pool.query(
    `insert into report (site_id, visit_id, version, code, content, pdf, released_at, released_by)
     select site_id, id, 1, substr(md5(id::text), 1, 12), $1, '', now() - random() * interval '300 days', $2
     from visit where status <> 'held' and person_id is not null`,
    [JSON.stringify(content), patientId(1)],
  )
  await pool.query(
    `with client as (
       insert into api_client (id, name, secret_hash, scopes, per_minute, created_by, created_at)
       values (gen_random_uuid(), 'Export', sha256('x'), $1, 6000, $2, now()) returning id, scopes)
     insert into api_artifact (id_hash, kind, client_id, scopes, payload, created_at, expires_at)
     select sha256($3::text::bytea), 'ClientCredentials', id, scopes, '{}', now(), now() + interval '1 day' from client`,
    [apiScopeNames, patientId(1), token],
  )
  await pool.query('vacuum analyze')
}
