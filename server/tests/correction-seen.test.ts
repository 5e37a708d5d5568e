import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { takeFromAccounts } from './somebody.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let visitId: string
let task: string
beforeEach(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  ;({ visitId, task } = await bench.started(ama, hana))
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  expect((await bench.report(visitId, ama)).statusCode).toBe(200)
})
afterEach(() => lab.close())

const correction = async (by = hana) => {
  const answer = await lab.call('GET', `/api/labtest/appointment/${visitId}/report/standing`, { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().correction
}

/** Corrects the haemoglobin ten minutes later. */
async function correct(hgb = 11.5): Promise<void> {
  lab.clock.advance(minutes(10))
  expect((await bench.correct(task, 'Samples were mixed up', rita)).statusCode).toBe(200)
  const { resultsRevision } = await bench.form(task, hana)
  await bench.enter(task, { ...normalCount, HGB: hgb }, resultsRevision, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
}

describe('a corrected report', () => {
  it('a corrected report is unseen until its patient opens it; earlier versions and staff do not count', async () => {
    expect(await correction()).toBeNull()
    await correct()
    expect(await correction()).toEqual({
      version: 2,
      withdrawn: false,
      tests: ['Full Blood Count'],
      at: '2026-03-09T08:40:00.000Z',
      seenAt: null,
      hasAccount: true,
      phone: '+233 24 123 4567',
    })
    await bench.report(visitId, hana)
    const pdf = (version?: number) =>
      lab.call(
        'GET',
        `/api/labtest/appointment/${visitId}/report.pdf${version ? `?version=${version}` : ''}`,
        {
          by: ama,
        },
      )
    expect((await pdf(1)).statusCode).toBe(200)
    expect(await correction()).toMatchObject({ seenAt: null })
    lab.clock.advance(minutes(5))
    expect((await pdf()).statusCode).toBe(200)
    expect(await correction()).toMatchObject({ seenAt: '2026-03-09T08:45:00.000Z' })
    lab.clock.advance(minutes(5))
    await bench.report(visitId, ama)
    expect(await correction()).toMatchObject({ seenAt: '2026-03-09T08:45:00.000Z' })
    await correct(11.2)
    expect(await correction()).toMatchObject({ version: 3, seenAt: null })
  })

  it('a withdrawn report is distinguished from a corrected one until the patient opens it', async () => {
    lab.clock.advance(minutes(10))
    const manager = await lab.makeStaff('admin')
    const withdrawn = await lab.call('POST', '/api/Labtask/retract', {
      by: manager,
      body: { tasks: [task], reason: 'Wrong patient' },
    })
    expect(withdrawn.statusCode, withdrawn.body).toBe(200)
    expect(await correction(manager)).toMatchObject({ version: 2, withdrawn: true, seenAt: null })
    await bench.report(visitId, ama)
    expect(await correction(manager)).toMatchObject({ seenAt: '2026-03-09T08:40:00.000Z' })
  })

  it('the state of a corrected report says that its patient has no account', async () => {
    await correct()
    await takeFromAccounts(lab.pool, visitId)
    expect(await correction()).toMatchObject({ hasAccount: false, seenAt: null })
  })

  it('the state of a report is refused to patients and not found for staff of another site', async () => {
    await correct()
    const path = `/api/labtest/appointment/${visitId}/report/standing`
    expect((await lab.call('GET', path)).statusCode).toBe(401)
    expect((await lab.call('GET', path, { by: ama })).statusCode).toBe(403)
    const manager = await lab.makeStaff('admin')
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
    })
    await lab.pool.query('insert into account_site values ($1, $2)', [rita.accountId, added.json().id])
    expect((await lab.call('GET', path, { by: rita })).statusCode).toBe(404)
  })
})

it('a patient sees which of their links were last opened before a correction', async () => {
  const path = `/api/labtest/appointment/${visitId}/share`
  const links: string[] = []
  for (const _ of ['opened before', 'opened since', 'never opened']) {
    const made = await lab.call('POST', path, { by: ama, body: { days: 7 } })
    expect(made.statusCode, made.body).toBe(201)
    links.push(new URL(made.json().link).hash.replace('#token=', ''))
  }
  const open = async (link = '') =>
    expect((await lab.call('POST', '/api/shared', { body: { token: link } })).statusCode).toBe(200)
  const before = async () =>
    (await lab.call('GET', path, { by: ama }))
      .json()
      .map((share: { openedBeforeCorrection: boolean }) => share.openedBeforeCorrection)
      .reverse()
  await open(links[0])
  await open(links[1])
  expect(await before()).toEqual([false, false, false])
  await correct()
  expect(await before()).toEqual([true, true, false])
  await open(links[1])
  expect(await before()).toEqual([true, false, false])
})
