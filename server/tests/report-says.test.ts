import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Interpretation } from '#contract/comments.ts'
import type { ReportContent } from '#contract/reports.ts'
import type { Signatory } from '#contract/settings.ts'
import type { Trend } from '#contract/trends.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { pdfFile, pngFile } from './sample-files.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

async function entered(values: object = normalCount) {
  const visit = await bench.started(ama, hana)
  const saved = await bench.enter(visit.task, values, 0, hana)
  expect(saved.statusCode, saved.body).toBe(200)
  await bench.complete(visit.task, hana)
  return visit
}
async function reported(values: object = normalCount) {
  const visit = await entered(values)
  const released = await bench.release([visit.task], rita)
  expect(released.statusCode, released.body).toBe(200)
  return visit
}
const report = async (visitId: string): Promise<ReportContent> =>
  (await bench.report(visitId, ama)).json().report
const pdf = async (visitId: string, purpose = 'read') =>
  (await lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf?purpose=${purpose}`, { by: rita }))
    .rawPayload
const images = (file: Buffer) => file.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0

describe('what a report says of the laboratory', () => {
  const settings = async () => (await lab.call('GET', '/api/settings', { by: manager })).json()
  const change = async (part: object, by = manager) => {
    const { reports } = await settings()
    return lab.call('PUT', '/api/settings/reports', { by, body: { ...reports, ...part } })
  }
  const file = { 'content-type': 'application/octet-stream' }

  it('has the lines of its head and foot, its accreditation and its page, as they were when it was issued', async () => {
    const before = await reported()
    const saved = await change({
      page: 'letter',
      head: 'Licence HEFRA 123',
      foot: 'Results by phone: never',
      accreditation: 'ISO 15189, No. M-7',
    })
    expect(saved.statusCode, saved.body).toBe(200)
    const { visitId } = await reported()
    const printed = await pdf(visitId)
    const texts = textsOf(printed).join(' ')
    expect(texts).toContain('Licence HEFRA 123  ·  ISO 15189, No. M-7')
    expect(texts).toContain('Results by phone: never')
    expect(printed.toString('latin1')).toContain('[0 0 612 792]')
    const old = await pdf(before.visitId, 'print')
    expect(textsOf(old).join(' ')).not.toContain('HEFRA')
    expect(old.toString('latin1')).not.toContain('[0 0 612 792]')
    const { version, ...same } = (await settings()).reports
    expect((await change({ ...same, page: 'a4', version: 'a'.repeat(16) })).statusCode).toBe(409)
    expect((await change({ page: 'a5' })).json().fields).toHaveProperty('page')
    expect((await change({ head: 'x'.repeat(161) })).json().fields).toHaveProperty('head')
    expect((await change({ page: 'a4' })).statusCode).toBe(200)
    expect(version).toMatch(/^[0-9a-f]{16}$/)
  })

  it('writes counts of cells as the laboratory chooses, on screens and on reports from now on', async () => {
    const before = await reported()
    const unitOf = ({ tests }: ReportContent) => tests[0]?.results.find(({ code }) => code === 'WBC')?.unit
    expect(unitOf(await report(before.visitId))).toBe('10³/µL')
    expect((await change({ cellCounts: 'per_drop' })).json().fields).toHaveProperty('cellCounts')
    expect((await change({ cellCounts: 'per_litre' })).statusCode).toBe(200)
    expect((await lab.call('GET', '/api/laboratory')).json()).toMatchObject({ cellCounts: 'per_litre' })
    const waiting = await entered()
    const list = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json()
    expect(JSON.stringify(list)).toContain('10⁹/L')
    expect(JSON.stringify(list)).not.toContain('µL')
    expect((await bench.release([waiting.task], rita)).statusCode).toBe(200)
    expect(unitOf(await report(waiting.visitId))).toBe('10⁹/L')
    // An issued report stays as it was. The trend still joins the values in both notations into one line.
    expect(unitOf(await report(before.visitId))).toBe('10³/µL')
    const trends: Trend[] = (
      await lab.call('GET', `/api/labtest/appointment/${waiting.visitId}/trends`, { by: ama })
    ).json()
    const cells = trends.filter(({ code }) => code === 'WBC')
    expect(cells.map(({ unit }) => unit)).toEqual(['10⁹/L'])
    expect(cells[0]?.points.length).toBeGreaterThan(1)
    expect((await change({ cellCounts: 'per_microlitre' })).statusCode).toBe(200)
  })

  it('names who authorised it with qualification, licence number and signature, also on a later copy', async () => {
    const list = async (): Promise<Signatory[]> =>
      (await lab.call('GET', '/api/settings/signatories', { by: manager })).json()
    const ritas = `/api/settings/signatories/${rita.accountId}`
    const body = { qualification: 'Biomedical Scientist', licenceNumber: 'MDC 4711', version: 0 }
    expect((await lab.call('PUT', ritas, { by: manager, body })).statusCode).toBe(200)
    expect((await lab.call('PUT', ritas, { by: manager, body })).statusCode).toBe(409)
    const sign = await lab.call('PUT', `${ritas}/signature`, { by: manager, headers: file, body: pngFile() })
    expect(sign.statusCode, sign.body).toBe(200)
    expect(await list()).toContainEqual({
      accountId: rita.accountId,
      fullName: 'Rita Reviewer',
      qualification: 'Biomedical Scientist',
      licenceNumber: 'MDC 4711',
      hasSignature: true,
      version: 2,
    })
    const { visitId } = await reported()
    const printed = await pdf(visitId)
    const texts = textsOf(printed)
    expect(texts.join(' ')).toContain('Authorised by Rita Reviewer Biomedical Scientist, Licence MDC 4711')
    expect(images(printed)).toBe(1)
    // A copy is drawn from what was frozen: a signature that was removed since is still on it.
    expect((await lab.call('DELETE', `${ritas}/signature`, { by: manager })).statusCode).toBe(200)
    expect((await lab.call('DELETE', `${ritas}/signature`, { by: manager })).statusCode).toBe(404)
    expect(images(await pdf(visitId, 'print'))).toBe(1)
    expect(images(await pdf((await reported()).visitId))).toBe(0)
  })

  it('has the accreditation mark, and refuses what is no picture', async () => {
    const set = (body: Buffer) =>
      lab.call('PUT', '/api/settings/accreditation-mark', { by: manager, headers: file, body })
    expect((await set(Buffer.from('%PDF-1.7'))).statusCode).toBe(415)
    expect((await set(pngFile())).statusCode).toBe(200)
    expect(await settings()).toMatchObject({ hasAccreditationMark: true })
    expect(images(await pdf((await reported()).visitId))).toBe(1)
    expect((await lab.call('DELETE', '/api/settings/accreditation-mark', { by: manager })).statusCode).toBe(
      200,
    )
    expect(images(await pdf((await reported()).visitId))).toBe(0)
  })

  it('can be looked at before it is saved', async () => {
    const { reports } = await settings()
    const { version: _, ...fields } = reports
    const body = { ...fields, head: 'Only tried', page: 'letter' }
    const preview = await lab.call('POST', '/api/settings/reports/preview', { by: manager, body })
    expect(textsOf(preview.rawPayload).join(' ')).toContain('Only tried')
    expect((await settings()).reports.head).not.toBe('Only tried')
  })

  it('is set by those with the permission alone', async () => {
    for (const [method, path] of [
      ['PUT', '/api/settings/reports'],
      ['POST', '/api/settings/reports/preview'],
      ['GET', '/api/settings/signatories'],
      ['PUT', `/api/settings/signatories/${rita.accountId}`],
      ['PUT', `/api/settings/signatories/${rita.accountId}/signature`],
      ['DELETE', '/api/settings/accreditation-mark'],
    ] as const)
      for (const by of [rita, ama])
        expect([path, (await lab.call(method, path, { by })).statusCode]).toEqual([path, 403])
    const patients = `/api/settings/signatories/${ama.accountId}`
    const body = { qualification: '', licenceNumber: '', version: 0 }
    expect((await lab.call('PUT', patients, { by: manager, body })).statusCode).toBe(404)
  })

  it('states method, instrument and the date of birth', async () => {
    await lab.superuser.query(
      "update test set method = 'Impedance', instrument = 'Sysmex' where code = 'FBC'",
    )
    const visit = await entered()
    await lab.superuser.query(
      "update person set birth_date = '1991-05-04', birth_precision = 'day' where id = (select person_id from visit where id = $1)",
      [visit.visitId],
    )
    await bench.release([visit.task], rita)
    const content = await report(visit.visitId)
    expect(content.patient.born).toBe('4 May 1991')
    expect(content.tests[0]).toMatchObject({
      method: 'Impedance',
      instrument: 'Sysmex',
      referredTo: '',
    })
    const texts = textsOf(await pdf(visit.visitId)).join(' ')
    expect(texts).toContain('Method: Impedance. Instrument: Sysmex.')
    expect(texts).toContain('Female, 4 May 1991, 34 years')
  })
})

describe('comments', () => {
  const read = async (task: string) =>
    (await lab.call('GET', `/api/Labtask/task/${task}/comments`, { by: hana })).json()
  const comment = (task: string, text: string, revision: number, by = hana) =>
    lab.call('PUT', `/api/Labtask/task/${task}/comment`, { by, body: { text, revision } })
  const onReport = (visitId: string, text: string, revision: number) =>
    lab.call('PUT', `/api/labtest/appointment/${visitId}/report-comment`, {
      by: hana,
      body: { text, revision },
    })
  const waiting = async (task: string) => {
    const { rows } = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json()
    return rows.find(({ id }: { id: string }) => id === task)
  }

  it('a comment on a test and one on the report are printed, and are frozen with it', async () => {
    const { visitId, task } = await entered()
    expect((await comment(task, 'Please repeat in four weeks.', 0)).statusCode).toBe(200)
    expect((await onReport(visitId, 'Discussed with the ward.', 0)).statusCode).toBe(200)
    expect(await waiting(task)).toMatchObject({ comment: 'Please repeat in four weeks.' })
    await bench.release([task], rita)
    expect(await report(visitId)).toMatchObject({
      comment: 'Discussed with the ward.',
      tests: [{ comment: 'Please repeat in four weeks.' }],
    })
    const texts = textsOf(await pdf(visitId)).join(' ')
    expect(texts).toContain('Please repeat in four weeks.')
    expect(texts).toContain('Comment Discussed with the ward.')
    const late = await comment(task, 'Later', 1)
    expect(late.json().message).toContain('released')
    expect((await onReport(visitId, 'Later', 1)).statusCode).toBe(200)
    expect((await report(visitId)).comment).toBe('Discussed with the ward.')
  })

  it('a comment that was changed since it was read keeps the results from being released', async () => {
    const { task } = await entered()
    const { revision } = await waiting(task)
    await comment(task, 'Haemolysed', 0)
    const release = (read: number) =>
      lab.call('POST', '/api/Labtask/release', {
        by: rita,
        body: { tasks: [task], revisions: { [task]: read } },
      })
    expect((await release(revision)).json().code).toBe('changed_meanwhile')
    expect((await release((await waiting(task)).revision)).statusCode).toBe(200)
  })

  it('of two who write at once the second is told', async () => {
    const { visitId, task } = await entered()
    const tasks = await Promise.all([comment(task, 'One', 0), comment(task, 'Two', 0, rita)])
    expect(tasks.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const both = await Promise.all([onReport(visitId, 'One', 0), onReport(visitId, 'Two', 0)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await read(task)).toMatchObject({ task: { revision: 1 }, report: { revision: 1 } })
    expect((await comment(task, '', 1, ama)).statusCode).toBe(403)
  })

  it('the list of comments is kept by those with the permission, and read by staff', async () => {
    const add = (body: object, by = manager) => lab.call('POST', '/api/catalogue/comments', { by, body })
    expect((await add({ text: 'Lipaemic sample.', test: 'FBC' })).statusCode).toBe(201)
    expect((await add({ text: 'x', test: 'NONE' })).json().fields).toHaveProperty('test')
    expect((await add({ text: '', test: null })).json().fields).toHaveProperty('text')
    expect((await add({ text: 'x', test: null }, rita)).statusCode).toBe(403)
    const list = async () => (await lab.call('GET', '/api/catalogue/comments', { by: rita })).json().comments
    const [one] = await list()
    expect(one).toMatchObject({ text: 'Lipaemic sample.', test: { code: 'FBC' } })
    const remove = () => lab.call('DELETE', `/api/catalogue/comments/${one.id}`, { by: manager })
    expect((await remove()).statusCode).toBe(200)
    expect((await remove()).statusCode).toBe(404)
    expect(await list()).toEqual([])
  })
})

describe('interpretive texts', () => {
  const low = { analyte: 'HGB', flags: ['L'], atLeast: null, below: 12, answers: [], text: 'Mild anaemia.' }
  const post = (path: string, body: object, by = manager) =>
    lab.call('POST', `/api/catalogue/interpretations${path}`, { by, body })
  const list = async (): Promise<Interpretation[]> =>
    (await lab.call('GET', '/api/catalogue/comments', { by: rita })).json().interpretations
  const anaemic = { ...normalCount, HGB: 11.4 }

  it('stands on reports once it is confirmed by name, until it is changed or removed', async () => {
    expect((await post('', low)).statusCode).toBe(201)
    const [entry] = await list()
    expect(entry).toMatchObject({ version: 1, confirmedBy: null, enteredBy: 'Mabel Manager' })
    const said = async () => {
      const { visitId } = await reported(anaemic)
      return (await report(visitId)).tests[0]?.interpretations
    }
    expect(await said()).toEqual([])
    const confirm = (follows: number) => post(`/${entry?.id}/confirm`, { follows })
    expect((await confirm(7)).statusCode).toBe(409)
    expect((await confirm(1)).statusCode).toBe(200)
    expect((await confirm(2)).json().message).toContain('Mabel Manager has confirmed')
    const { visitId } = await reported(anaemic)
    expect(textsOf(await pdf(visitId)).join(' ')).toContain('Mild anaemia.')
    expect((await report((await reported()).visitId)).tests[0]?.interpretations).toEqual([])
    const { analyte: _, ...written } = low
    const changed = await lab.call('PUT', `/api/catalogue/interpretations/${entry?.id}`, {
      by: manager,
      body: { ...written, text: 'Anaemia.', follows: 2 },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect(await said()).toEqual([])
    await confirm(3)
    expect(await said()).toEqual(['Anaemia.'])
    expect((await report(visitId)).tests[0]?.interpretations).toEqual(['Mild anaemia.'])
    const gone = await lab.call('DELETE', `/api/catalogue/interpretations/${entry?.id}`, { by: manager })
    expect(gone.statusCode).toBe(200)
    expect(await said()).toEqual([])
    expect(await list()).toEqual([])
  })

  it('needs a condition that can hold, an analyte and a text, and the permission', async () => {
    expect((await post('', { ...low, flags: [], below: null })).json().fields).toHaveProperty('flags')
    expect((await post('', { ...low, atLeast: 12 })).json().fields).toHaveProperty('below')
    expect((await post('', { ...low, analyte: 'NONE' })).json().fields).toHaveProperty('analyte')
    expect((await post('', { ...low, text: ' ' })).json().fields).toHaveProperty('text')
    expect((await post('', low, rita)).statusCode).toBe(403)
    expect((await post('', low, ama)).statusCode).toBe(403)
  })
})

describe('attached files', () => {
  const attach = async (task: string, name: string, body: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-file-name': name }
    const answer = await lab.call('POST', `/api/Labtask/task/${task}/attachments`, {
      by: hana,
      headers,
      body,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().attachment.id as string
  }
  const place = (id: string, inReport: boolean, by = hana) =>
    lab.call('PUT', `/api/Labtask/attachment/${id}/report`, { by, body: { inReport } })
  const pages = (file: Buffer) => file.toString('latin1').match(/\/Type \/Page\n/g)?.length

  it('are in the report if they are marked: a picture on a page, a PDF embedded', async () => {
    const { visitId, task } = await entered()
    const film = await attach(task, 'film.png', pngFile())
    const print = await attach(task, 'print.pdf', pdfFile())
    const staffOnly = await attach(task, 'note.pdf', pdfFile('', 'q Q q Q'))
    expect((await place(film, true)).statusCode).toBe(200)
    expect((await place(print, true)).statusCode).toBe(200)
    expect((await place(staffOnly, true)).statusCode).toBe(200)
    expect((await place(staffOnly, false)).statusCode).toBe(200)
    await bench.release([task], rita)
    expect((await report(visitId)).tests[0]?.attachments).toMatchObject([
      { name: 'film.png', type: 'image/png' },
      { name: 'print.pdf', type: 'application/pdf', picture: null },
    ])
    for (const purpose of ['read', 'print']) {
      const file = await pdf(visitId, purpose)
      expect(pages(file)).toBe(2)
      expect(images(file)).toBe(1)
      expect(file.toString('latin1').match(/\/Type \/EmbeddedFile/g)).toHaveLength(1)
      expect(textsOf(file).join(' ')).toContain('Attached on a later page: film.png. Attached to the PDF')
    }
    const late = await place(film, false)
    expect(late.statusCode).toBe(409)
    expect((await bench.report(visitId, ama)).body).not.toContain('note.pdf')
  })

  it('are downloaded by whoever reads the report, if they are embedded in it', async () => {
    const { visitId, task } = await entered()
    const print = await attach(task, 'print.pdf', pdfFile())
    const film = await attach(task, 'film.png', pngFile())
    const staffOnly = await attach(task, 'note.pdf', pdfFile('', 'q Q q Q'))
    for (const id of [print, film]) await place(id, true)
    await bench.release([task], rita)
    const path = `/api/labtest/appointment/${visitId}`
    const read = (file: string, by: Person | undefined) =>
      lab.call('GET', `${path}/report.pdf?file=${file}`, { by })
    for (const by of [ama, rita]) expect((await read(print, by)).rawPayload.equals(pdfFile())).toBe(true)
    expect((await read(print, await lab.signUpPatient())).statusCode).toBe(404)
    expect((await read(print, undefined)).statusCode).toBe(401)
    for (const other of [film, staffOnly]) expect((await read(other, ama)).statusCode).toBe(404)
    const shared = await lab.call('POST', `${path}/share`, { by: ama, body: { days: 7 } })
    const [, token] = /#token=(.+)/.exec(shared.json().link) ?? []
    const download = (file: string) => lab.call('POST', '/api/shared/report.pdf', { body: { token, file } })
    expect((await download(print)).rawPayload.equals(pdfFile())).toBe(true)
    expect((await download(staffOnly)).statusCode).toBe(404)
  })

  it('are placed by staff within reach alone', async () => {
    const { task } = await entered()
    const film = await attach(task, 'film.png', pngFile())
    expect((await place(film, true, ama)).statusCode).toBe(403)
    expect((await place('01900000-0000-7000-8000-00000000dead', true)).statusCode).toBe(404)
  })
})

it('a report is printed on the roll of a receipt printer as a copy, and read only as a page', async () => {
  const { visitId } = await reported()
  const path = `/api/labtest/appointment/${visitId}/report.pdf?purpose=print&paper=thermal`
  const printed = (await lab.call('GET', path, { by: rita })).rawPayload
  const texts = textsOf(printed).join(' ')
  expect(texts).toContain('Ama Mensah')
  expect(texts).toContain('Copy printed')
  expect(texts).toContain('12.9 g/dL')
  const [, width] = /\/MediaBox \[0 0 ([\d.]+)/.exec(printed.toString('latin1')) ?? []
  expect(Number(width)).toBeCloseTo(226.8, 0)
  expect((await lab.call('GET', path, { by: ama })).rawPayload.equals(await pdf(visitId))).toBe(true)
})
