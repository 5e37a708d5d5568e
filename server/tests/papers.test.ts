import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { pagesIn, textsOf } from './read-pdf.ts'

/** Reports that staff print and hand over. */

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
let elsewhere: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  elsewhere = await lab.makeStaff('technician', { fullName: 'Tina Kumasi' })
  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  await lab.pool.query('insert into account_site values ($1, $2)', [elsewhere.accountId, added.json().id])
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

async function finish(task: string): Promise<void> {
  const { resultsRevision } = await bench.form(task, hana)
  await bench.enter(task, normalCount, resultsRevision, hana)
  await bench.complete(task, hana)
  const released = await bench.release([task], rita)
  expect(released.statusCode, released.body).toBe(200)
}

async function reported(fullName: string): Promise<{ visitId: string; task: string }> {
  const visit = await bench.started(ama, hana, ['Full Blood Count'], { fullName })
  await finish(visit.task)
  return visit
}

const pdfOf = (visitId: string, query: string, by: Person) =>
  lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf${query}`, { by })
const printed = (visits: readonly string[], by: Person) =>
  lab.call('GET', `/api/Labtask/reports.pdf?visits=${visits.join(',')}`, { by })
const actionsOf = async (visitId: string, action: string) => {
  const { rows } = await lab.pool.query(
    `select account_id, after from audit where subject_id = $1 and action = $2 order by id`,
    [visitId, action],
  )
  return rows as { account_id: string; after: Record<string, unknown> }[]
}

describe('a print by staff', () => {
  it('a copy says at the foot of each page who printed it and when; the report as it was issued does not', async () => {
    const { visitId } = await reported('Yaa Copy')
    lab.clock.advance(minutes(10))
    const issued = (await pdfOf(visitId, '', hana)).rawPayload
    const copy = (await pdfOf(visitId, '?purpose=print', hana)).rawPayload
    const mark = 'Copy printed 9 Mar 2026, 08:40 by Hana Haematologist'
    for (const texts of pagesIn(copy)) expect(texts).toContain(mark)
    const withoutMark = textsOf(copy).filter((text) => text !== mark)
    expect(withoutMark).toEqual(textsOf(issued))
    expect((await pdfOf(visitId, '?purpose=print', ama)).rawPayload.equals(issued)).toBe(true)
  })

  it('an earlier version is printed as that version', async () => {
    const { visitId, task } = await reported('Yaa Earlier')
    await bench.correct(task, 'Measured again', hana)
    await finish(task)
    const texts = textsOf((await pdfOf(visitId, '?purpose=print&version=1', hana)).rawPayload)
    expect(texts.join(' ')).toContain('Final report, version 1')
    expect(textsOf((await printed([visitId], hana)).rawPayload).join(' ')).toContain(
      'Corrected report, version 2',
    )
  })

  it('several reports are printed as one PDF in the requested order, each with its own page numbers and audit entry', async () => {
    const [first, second] = [await reported('Yaa First'), await reported('Yaa Second')]
    const visits = [second.visitId, first.visitId, second.visitId]
    const answer = await printed(visits, hana)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const pages = pagesIn(answer.rawPayload)
    expect(pages.map((texts) => texts.find((text) => text.startsWith('Yaa')))).toEqual([
      'Yaa Second',
      'Yaa First',
    ])
    for (const texts of pages) expect(texts).toContain('Page 1 of 1')
    for (const { visitId } of [first, second]) {
      expect(await actionsOf(visitId, 'report.printed')).toEqual([
        { account_id: hana.accountId, after: { version: 1 } },
      ])
    }
  })

  it('nothing is printed if one of the visits has no report or may not be read', async () => {
    const { visitId } = await reported('Yaa Alone')
    const waiting = await bench.started(ama, hana, ['Full Blood Count'], { fullName: 'Yaa Waiting' })
    const refused = await printed([visitId, waiting.visitId], hana)
    const visit = await lab.call('GET', `/api/labtest/appointment/${waiting.visitId}`, { by: hana })
    expect(refused.json()).toMatchObject({ code: 'not_found' })
    expect(refused.json().message).toContain(`A released report of visit ${visit.json().reference}`)
    expect((await printed([visitId], elsewhere)).statusCode).toBe(404)
    expect((await printed([visitId], ama)).statusCode).toBe(403)
    expect((await printed(['x'], hana)).json().fields).toHaveProperty(['visits.0'])
    expect(await actionsOf(visitId, 'report.printed')).toEqual([])
  })
})

describe('the reports of a day', () => {
  const listed = async (query: string, by: Person) => {
    const answer = await lab.call('GET', `/api/Labtask/reports?${query}`, { by })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().rows as {
      fullName: string
      version: number
      printed: boolean
      handedOver: boolean
    }[]
  }

  it('each visit is listed once, with its latest version and whether it was printed and handed over', async () => {
    const { visitId, task } = await reported('Yaa Listed')
    const day = 'day=2026-03-09&search=Yaa%20Listed'
    expect(await listed(day, hana)).toMatchObject([{ version: 1, printed: false, handedOver: false }])
    await pdfOf(visitId, '?purpose=print', hana)
    expect(await listed(day, hana)).toMatchObject([{ version: 1, printed: true, handedOver: false }])
    await bench.correct(task, 'Measured again', hana)
    await finish(task)
    expect(await listed(day, hana)).toMatchObject([{ version: 2, printed: false, handedOver: false }])
    expect(await listed('day=2026-03-08&search=Yaa', hana)).toEqual([])
    expect(await listed(day, elsewhere)).toEqual([])
    expect((await lab.call('GET', `/api/Labtask/reports?${day}`, { by: ama })).statusCode).toBe(403)
  })
})

describe('the hand-over of a report', () => {
  const path = (visitId: string) => `/api/labtest/appointment/${visitId}/report/handovers`
  const given = {
    version: 1,
    givenTo: 'Kofi Mensah',
    relation: 'relative',
    identifiedBy: ['Identity card', 'Written authority of the patient'],
    note: '',
  }
  const handOver = (visitId: string, by: Person, body: object = given) =>
    lab.call('POST', path(visitId), { by, body })

  it('a hand-over is stored with its recipient, time and staff, is audited and cannot be changed', async () => {
    const { visitId } = await reported('Yaa Given')
    const answer = await handOver(visitId, hana)
    expect(answer.statusCode, answer.body).toBe(201)
    expect((await lab.call('GET', path(visitId), { by: manager })).json()).toEqual([
      { ...given, id: answer.json().id, at: '2026-03-09T08:30:00.000Z', by: 'Hana Haematologist' },
    ])
    expect(await actionsOf(visitId, 'report.handed_over')).toEqual([
      {
        account_id: hana.accountId,
        after: { version: 1, relation: 'relative', identifiedBy: given.identifiedBy },
      },
    ])
    for (const statement of [
      'update report_handover set note = $1',
      'delete from report_handover where note <> $1',
    ])
      await expect(lab.pool.query(statement, ['x'])).rejects.toThrow()
  })

  it('the hand-over of a replaced version is refused', async () => {
    const { visitId, task } = await reported('Yaa Replaced')
    await bench.correct(task, 'Measured again', hana)
    await finish(task)
    const answer = await handOver(visitId, hana)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Version 2 of this report was issued meanwhile')
    expect((await lab.call('GET', path(visitId), { by: hana })).json()).toEqual([])
  })

  it('a hand-over during the release of a correction records the latest version or is refused', async () => {
    const { visitId, task } = await reported('Yaa Race')
    await bench.correct(task, 'Measured again', hana)
    const { resultsRevision } = await bench.form(task, hana)
    await bench.enter(task, normalCount, resultsRevision, hana)
    await bench.complete(task, hana)
    const [handed, released] = await Promise.all([handOver(visitId, hana), bench.release([task], rita)])
    expect(released.statusCode).toBe(200)
    const { rows } = await lab.pool.query(
      `select h.at <= r.released_at as before, h.version from report_handover h, report r
       where h.visit_id = $1 and r.visit_id = $1 and r.version = 2`,
      [visitId],
    )
    expect(rows).toEqual(handed.statusCode === 201 ? [{ before: true, version: 1 }] : [])
    expect([201, 409]).toContain(handed.statusCode)
  })

  it('missing fields are named, and only staff of the site can record or read a hand-over', async () => {
    const { visitId } = await reported('Yaa Refused')
    const empty = { version: 1, givenTo: ' ', relation: 'neighbour', identifiedBy: [], note: '' }
    const answer = await handOver(visitId, hana, empty)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields).sort()).toEqual(['givenTo', 'identifiedBy', 'relation'])
    expect((await handOver(visitId, elsewhere)).statusCode).toBe(404)
    expect((await handOver(visitId, ama)).statusCode).toBe(403)
    expect((await lab.call('GET', path(visitId), { by: elsewhere })).statusCode).toBe(404)
    expect((await lab.call('GET', path(visitId), { by: ama })).statusCode).toBe(403)
    const waiting = await bench.started(ama, hana, ['Full Blood Count'], { fullName: 'Yaa Unreported' })
    expect((await handOver(waiting.visitId, hana)).statusCode).toBe(404)
  })
})
