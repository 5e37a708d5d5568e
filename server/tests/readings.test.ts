import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { benchOf, normalCount } from './bench-tasks.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'
import { pngFile } from './sample-files.ts'

/** Reading any data of a patient is audited, visible to the patient. */

let lab: TestApp
let bench: ReturnType<typeof benchOf>
let ama: Person
let hana: Person
let rita: Person
let visit: { visitId: string; task: string }
let reference: string
let accession: string
let file: string
let readers = 0

beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  hana = await bench.skilled('Hana Haematologist')
  visit = await bench.started(ama, hana)
  await bench.enter(visit.task, normalCount, 0, hana)
  const attached = await lab.call('POST', `/api/Labtask/task/${visit.task}/attachments`, {
    by: hana,
    body: pngFile(),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'film.png' },
  })
  file = attached.json().attachment.id
  await bench.complete(visit.task, hana)
  const other = await bench.skilled('Rita Reviewer')
  await bench.release([visit.task], other)
  const { rows } = await lab.pool.query(
    'select v.reference, s.accession from visit v join sample s on s.site_id = v.site_id and s.visit_id = v.id where v.id = $1',
    [visit.visitId],
  )
  reference = rows[0].reference
  accession = rows[0].accession
})
beforeEach(async () => {
  lab.clock.set(mondayMorning)
  rita = await bench.skilled(`Rita Reader ${++readers}`)
})
afterAll(() => lab.close())

/** The readings of a member of staff in the patient’s view of the audit trail. */
async function readActions(reader: Person): Promise<string[]> {
  const answer = await lab.call('GET', '/api/audit/mine?limit=100', { by: ama })
  expect(answer.statusCode, answer.body).toBe(200)
  const entries: {
    action: string
    visit: { id: string; reference: string } | null
    by: { fullName: string } | null
  }[] = answer.json().rows
  const ofReader = entries.filter(({ by }) => by?.fullName === reader.fullName)
  const ofVisit = ofReader.filter(({ action }) => action !== 'patient.read')
  expect(ofVisit.map((entry) => entry.visit)).toEqual(ofVisit.map(() => ({ id: visit.visitId, reference })))
  return ofReader.map(({ action }) => action).sort()
}

async function countReadings(reader: Person): Promise<number> {
  const { rows } = await lab.pool.query(
    `select count(*) as n from audit where account_id = $1 and action like '%.read'`,
    [reader.accountId],
  )
  return rows[0].n
}

const reads: [what: string, path: () => string, noted: string][] = [
  ['a task', () => `/api/Labtask/task/${visit.task}`, 'visit.read'],
  ['results and the values before', () => `/api/Labtask/task/${visit.task}/results`, 'results.read'],
  ['a sample', () => `/api/Labtask/sample/${accession}`, 'visit.read'],
  ['a collection plan', () => `/api/labtest/appointment/${visit.visitId}/collection`, 'visit.read'],
  ['an attached file', () => `/api/Labtask/attachment/${file}`, 'attachment.read'],
  ['a report', () => `/api/labtest/appointment/${visit.visitId}/report`, 'report.read'],
  ['the PDF of a report', () => `/api/labtest/appointment/${visit.visitId}/report.pdf`, 'report.read'],
  ['trends', () => `/api/labtest/appointment/${visit.visitId}/trends`, 'trends.read'],
  ['a visit', () => `/api/labtest/appointment/${visit.visitId}`, 'visit.read'],
]

describe('recording who read a patient’s data', () => {
  it.each(reads)('reading %s is audited once an hour', async (what, path, action) => {
    const reader = await bench.skilled(`Reader of ${what}`)
    for (let times = 0; times < 3; times++) {
      const answer = await lab.call('GET', path(), { by: reader })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    expect(await readActions(reader)).toEqual([action])
    lab.clock.advance(61 * 60_000)
    const { token } = await openSession(lab.context, { id: reader.accountId, role: 'technician' })
    const answer = await lab.call('GET', path(), { by: { headers: { authorization: `Bearer ${token}` } } })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(await countReadings(reader)).toBe(2)
  })

  it('reading a task, its sample and its visit is audited once an hour', async () => {
    const paths = ['a task', 'a sample', 'a collection plan', 'a visit']
    for (const [what, path] of [...reads, ...reads]) {
      if (paths.includes(what)) await lab.call('GET', path(), { by: rita })
    }
    expect(await readActions(rita)).toEqual(['visit.read'])
  })

  it('reading a version of a report is audited once, also if it is read as the latest', async () => {
    await lab.call('GET', `/api/labtest/appointment/${visit.visitId}/report`, { by: rita })
    await lab.call('GET', `/api/labtest/appointment/${visit.visitId}/report.pdf?version=1`, { by: rita })
    expect(await readActions(rita)).toEqual(['report.read'])
    await lab.call('GET', `/api/labtest/appointment/${visit.visitId}/report.pdf`, { by: rita })
    expect(await readActions(rita)).toEqual(['report.read'])
  })

  it('each print of a report is audited, in addition to one reading', async () => {
    for (let times = 0; times < 2; times++) {
      const printed = await lab.call(
        'GET',
        `/api/labtest/appointment/${visit.visitId}/report.pdf?purpose=print`,
        { by: rita },
      )
      expect(printed.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(await readActions(rita)).toEqual(['report.printed', 'report.printed', 'report.read'])
  })

  it('reading a patient and all their visits is audited once', async () => {
    const manager = await lab.makeStaff('admin', { fullName: 'Mary Manager' })
    const path = `/api/patients/${ama.accountId}`
    expect((await lab.call('GET', `${path}/visits`, { by: manager })).statusCode).toBe(200)
    expect(await readActions(manager)).toEqual(['patient.read'])
    for (const also of [path, `${path}/visits?limit=1`]) await lab.call('GET', also, { by: manager })
    expect(await readActions(manager)).toEqual(['patient.read'])
  })

  it('lists are not audited as readings', async () => {
    for (const path of ['tasks', 'release', 'released', `tasks?search=${accession}`, 'summary']) {
      await lab.call('GET', `/api/Labtask/${path}`, { by: rita })
    }
    expect(await countReadings(rita)).toBe(0)
  })

  it('records that the reader may not see are not audited as read', async () => {
    const unskilled = await lab.makeStaff('technician', { fullName: 'Uma Unskilled' })
    const results = `/api/Labtask/task/${visit.task}/results`
    expect((await lab.call('GET', results, { by: unskilled })).statusCode).toBe(404)
    const { id: elsewhere } = (
      await lab.call('POST', '/api/settings/sites', {
        by: await lab.makeStaff('admin'),
        body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
      })
    ).json()
    await lab.pool.query('insert into account_site values ($1, $2)', [rita.accountId, elsewhere])
    for (const [, path] of reads) {
      expect((await lab.call('GET', path(), { by: rita })).statusCode).toBe(404)
    }
    expect((await countReadings(unskilled)) + (await countReadings(rita))).toBe(0)
  })

  it('patients who read their own records are not audited', async () => {
    const own = reads.filter(([what]) => ['a visit', 'a report', 'trends'].includes(what))
    for (const [, path] of own) {
      expect((await lab.call('GET', path(), { by: ama })).statusCode).toBe(200)
    }
    expect(await readActions(ama)).toEqual([])
    const { rows } = await lab.pool.query(
      `select distinct role from audit where account_id = $1 and action like '%.read'`,
      [ama.accountId],
    )
    expect(rows).toEqual([{ role: 'user' }])
  })

  it('the audit search lists the reading of a file with the file and its visit', async () => {
    const manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
    await lab.call('GET', `/api/Labtask/attachment/${file}`, { by: manager })
    const found = await lab.call('GET', `/api/audit?action=attachment.read&by=${manager.accountId}`, {
      by: manager,
    })
    expect(found.json().rows[0].subject).toEqual({ kind: 'attachment', id: file, name: 'film.png' })
  })
})
