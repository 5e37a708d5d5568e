import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

/** Attempts to release results that should not be released, or to let the wrong person release them. */
let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
})
afterAll(() => lab.close())

/** A count that Hana entered and completed, waiting for release by another person. */
async function done() {
  const { visitId, task } = await bench.started(ama, hana)
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  return { visitId, task }
}

/** Starts `first` and blocks it before its end, starts `second`, which waits for it, and then unblocks both. */
async function oneBehindOther<A, B>(
  task: string,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const holder = await lab.superuser.connect()
  try {
    await holder.query('begin')
    await holder.query('select from result where task_id = $1 for update', [task])
    const one = first()
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    const other = second()
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(2))
    await holder.query('commit')
    return await Promise.all([one, other])
  } finally {
    holder.release()
  }
}

describe('releasing results that were read earlier', () => {
  it('a release of an outdated revision of results is refused', async () => {
    const { visitId, task } = await done()
    const list = (await lab.call('GET', '/api/Labtask/release', { by: rita })).json()
    const { revision } = list.rows.find(({ id }: { id: string }) => id === task)
    await bench.enter(task, { ...normalCount, WBC: 9.9 }, revision, hana)
    const release = (read: number) =>
      lab.call('POST', '/api/Labtask/release', {
        by: rita,
        body: { tasks: [task], revisions: { [task]: read } },
      })
    expect((await release(revision)).json()).toMatchObject({ code: 'changed_meanwhile' })
    expect((await bench.report(visitId, ama)).statusCode).toBe(404)
    expect((await release(revision + 1)).statusCode).toBe(200)
  })
})

describe('a callback of an earlier value', () => {
  it('a callback recorded for an earlier critical value does not count for the corrected value', async () => {
    const { task } = await done()
    const { resultsRevision: revision } = await bench.form(task, hana)
    await bench.enter(task, { ...normalCount, HGB: 6.5 }, revision, hana)
    const callback = (await bench.form(task, rita)).callbacks[0]
    await bench.enter(task, { ...normalCount, HGB: 5.1 }, revision + 1, hana)
    const recordCallback = (id: string) => bench.tell([id], rita, { toldTo: 'Dr Owusu' })
    expect((await recordCallback(callback.id)).statusCode).toBe(404)
    expect((await bench.release([task], rita)).json()).toMatchObject({ code: 'not_possible_now' })
    const [again] = (await bench.form(task, rita)).callbacks
    expect(again).toMatchObject({ value: '5.1 g/dL', toldAt: null, dueAt: callback.dueAt })
    expect((await recordCallback(again.id)).statusCode).toBe(200)
    expect((await bench.release([task], rita)).statusCode).toBe(200)
  })
})

describe('input that the database cannot store', () => {
  it.each([
    ['a sign that is none', { typed: { WBC: 'a\u0000b' }, revision: 0, resultsRevision: 0 }],
    ['half a sign', { typed: { WBC: 'a\ud800b' }, revision: 0, resultsRevision: 0 }],
    ['a revision beyond all', { typed: {}, revision: 2_147_483_647, resultsRevision: 0 }],
    ['results beyond all', { typed: {}, revision: 0, resultsRevision: Number.MAX_SAFE_INTEGER }],
  ])('a draft with %s is refused', async (_what, body) => {
    const { task } = await done()
    const answer = await lab.call('PUT', `/api/Labtask/task/${task}/draft`, { by: hana, body })
    expect(answer.json()).toMatchObject({ code: 'invalid_input' })
  })

  it('results and reports with a version beyond the range of integers are refused', async () => {
    const { visitId, task } = await done()
    expect((await bench.enter(task, normalCount, 2_147_483_648, hana)).statusCode).toBe(400)
    expect((await bench.enter(task, normalCount, 1, hana, 2_147_483_648)).statusCode).toBe(400)
    await bench.release([task], rita)
    const pdf = (version: string) =>
      lab.call('GET', `/api/labtest/appointment/${visitId}/report.pdf?version=${version}`, { by: ama })
    expect((await pdf('3000000000')).statusCode).toBe(400)
    expect((await pdf('1')).statusCode).toBe(200)
  })
})

describe('a withdrawal that waits for a save', () => {
  it('a withdrawal that waited for a save audits the saved values', async () => {
    const manager = await lab.makeStaff('admin')
    const { task } = await done()
    await bench.release([task], rita)
    await bench.correct(task, 'Wrong tube', rita)
    const [saved, taken] = await oneBehindOther(
      task,
      () => bench.enter(task, { ...normalCount, HGB: 12.1 }, 1, hana),
      () =>
        lab.call('POST', '/api/Labtask/retract', {
          by: manager,
          body: { tasks: [task], reason: 'Mixed up' },
        }),
    )
    expect([saved.statusCode, taken.statusCode]).toEqual([200, 200])
    const { rows } = await lab.pool.query(
      "select before from audit where subject_id = $1 and action = 'result.retracted'",
      [task],
    )
    expect(rows[0].before).toMatchObject({ HGB: 12.1 })
  })
})

describe('an aliquot of a sample that is being rejected', () => {
  it('no aliquot is made of a sample that is being rejected', async () => {
    const { task } = await bench.started(ama, hana)
    const { accession } = (await lab.call('GET', `/api/Labtask/task/${task}`, { by: hana })).json()
    const sample = `/api/Labtask/sample/${accession}`
    const holder = await lab.pool.connect()
    await holder.query('begin')
    // The rejection has locked the sample and waits for the visit; the aliquot is requested meanwhile.
    await holder.query('select from visit where id = (select visit_id from task where id = $1) for update', [
      task,
    ])
    const rejected = lab.call('POST', `${sample}/reject`, {
      by: hana,
      body: { reason: 'Haemolysed', again: 'undecided' },
    })
    await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(1))
    const divided = lab.call('POST', `${sample}/aliquot`, {
      by: rita,
      body: { tube: 'Plain', storagePlace: 'A1' },
    })
    await Promise.race([divided, vi.waitFor(async () => expect(await waitingForLocks(lab)).toBe(2))])
    await holder.query('commit')
    holder.release()
    expect((await rejected).statusCode, (await rejected).body).toBe(200)
    expect((await divided).json()).toMatchObject({ code: 'not_possible_now' })
  })
})

describe('a result in free text', () => {
  const film = 'Blood Film for Malaria Parasites'
  const enter = async (words: string) => {
    const { tasks } = await bench.started(ama, hana, [film])
    const [id = ''] = tasks.values()
    const panel: { code: string; kind: string }[] = (await bench.form(id, hana)).analytes
    const { code = '' } = panel.find(({ kind }) => kind === 'text') ?? {}
    return bench.enter(id, { [code]: words }, 0, hana)
  }

  it.each(['Rings\u2028Positive', 'Rings\u202eevitisoP', 'Rings\ud800'])(
    'characters that would print differently are refused in a text result: %j',
    async (words) => expect((await enter(words)).statusCode).toBe(400),
  )

  it('a text result may have several lines', async () => {
    expect((await enter('Rings\r\nand trophozoites')).statusCode).toBe(200)
  })
})

it('a request that does not arrive completely times out after five minutes', () => {
  expect(lab.app.server.requestTimeout).toBe(300_000)
})

describe('a release that waits for a save', () => {
  it('a release that waited for a save does not release the saved critical value', async () => {
    const { visitId, task } = await done()
    const [saved, released] = await oneBehindOther(
      task,
      () => bench.enter(task, { ...normalCount, HGB: 5.1 }, 1, hana),
      () => bench.release([task], rita),
    )
    expect(saved.statusCode).toBe(200)
    expect(released.json()).toMatchObject({ code: 'not_possible_now' })
    expect((await bench.report(visitId, ama)).statusCode).toBe(404)
  })

  it('a release that waited for a save by the same person is refused', async () => {
    const { visitId, task } = await done()
    const [saved, released] = await oneBehindOther(
      task,
      () => bench.enter(task, { ...normalCount, WBC: 7 }, 1, rita),
      () => bench.release([task], rita),
    )
    expect(saved.statusCode).toBe(200)
    expect(released.json()).toMatchObject({ code: 'not_possible_now' })
    expect((await bench.report(visitId, ama)).statusCode).toBe(404)
  })
})
