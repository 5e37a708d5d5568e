import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Disposal, StorageRack } from '#contract/storage.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
let freezer: string

beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin')
  freezer = (await post('units', { name: 'Freezer 1', kind: 'freezer' }, manager)).json().id
})
afterAll(() => lab.close())

const post = (path: string, body?: object, by = hana) =>
  lab.call('POST', `/api/storage/${path}`, { by, ...(body && { body }) })
const get = async (path: string, by = hana) => (await lab.call('GET', `/api/storage${path}`, { by })).json()
const sampleOf = async (accession: string) =>
  (await lab.call('GET', `/api/Labtask/sample/${accession}`, { by: hana })).json()

let names = 0
async function newRack(rows = 2, columns = 3, unitId = freezer): Promise<string> {
  const body = { unitId, name: `Rack ${++names}`, rows, columns }
  const answer = await post('racks', body, manager)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const rackOf = (id: string): Promise<StorageRack> => get(`/racks/${id}`)
const put = (rack: string, accession: string, position: number | null = null, by = hana) =>
  post(`racks/${rack}/tubes`, { accession, position }, by)

/** A received tube whose test is completed. */
async function tube(isDone = true): Promise<string> {
  const { task } = await bench.started(ama, hana)
  if (isDone) {
    await bench.enter(task, normalCount, 0, hana)
    await bench.complete(task, hana)
  }
  return (await lab.call('GET', `/api/Labtask/task/${task}`, { by: hana })).json().accession
}
async function keepFor(days: number | null) {
  const { specimens } = await get('/retention')
  const body = { specimens: specimens.map((one: { specimen: string }) => ({ ...one, days })) }
  return lab.call('PUT', '/api/storage/retention', { by: manager, body })
}
/** A tube in a rack whose retention time has passed. */
async function due(isDone = true): Promise<string> {
  await keepFor(7)
  const accession = await tube(isDone)
  await put(await newRack(), accession)
  await lab.superuser.query(
    "update sample set collected_at = collected_at - interval '8 days' where accession = $1",
    [accession],
  )
  return accession
}
const dueNow = async (): Promise<string[]> =>
  (await get('/due')).tubes.map(({ accession }: { accession: string }) => accession)

describe('storage locations', () => {
  it('are set up with the permission to configure, and their use is ended only when they are empty', async () => {
    expect((await post('units', { name: 'Mine', kind: 'room' })).statusCode).toBe(403)
    const taken = await post('units', { name: 'FREEZER 1', kind: 'room' }, manager)
    expect(taken.json().fields).toHaveProperty('name')
    const big = await post('racks', { unitId: freezer, name: 'Big', rows: 27, columns: 1 }, manager)
    expect(big.json().fields).toHaveProperty('rows')
    const rack = await newRack()
    const accession = await tube()
    await put(rack, accession)
    const end = () =>
      lab.call('PUT', `/api/storage/racks/${rack}`, {
        by: manager,
        body: { name: 'Old', ended: true, version: 1 },
      })
    expect((await end()).json().message).toContain('not empty')
    await post('take', { accession })
    expect((await end()).statusCode).toBe(200)
    expect((await put(rack, accession)).json().message).toContain('no longer used')
    await newRack()
    const unit = { name: 'Freezer 1', kind: 'freezer', ended: true, version: 1 }
    const full = await lab.call('PUT', `/api/storage/units/${freezer}`, { by: manager, body: unit })
    expect(full.json().message).toContain('has racks')
  })
})

it('a rack is not ended while a tube is being put into it', async () => {
  const rack = await newRack()
  const accession = await tube()
  const other = await lab.superuser.connect()
  try {
    await other.query('begin')
    await other.query('select from storage_rack where id = $1 for update', [rack])
    const ended = { name: 'Old', ended: true, version: 1 }
    const end = lab.call('PUT', `/api/storage/racks/${rack}`, { by: manager, body: ended })
    await vi.waitUntil(async () => (await waitingForLocks(lab)) === 1)
    await other.query(
      `insert into stored_tube (site_id, id, sample_id, rack_id, rack_places, position, put_at, put_by)
        select s.site_id, gen_random_uuid(), s.id, r.id, r.places, 1, now(), $3 from sample s, storage_rack r
        where s.accession = $1 and r.id = $2`,
      [accession, rack, hana.accountId],
    )
    await other.query('commit')
    expect((await end).json().message).toContain('not empty')
  } finally {
    other.release()
  }
})

describe('a tube in a rack', () => {
  it('takes the next free position at each scan, and is found by its number with its former positions', async () => {
    const rack = await newRack()
    const [one, two, three] = [await tube(), await tube(), await tube()]
    expect((await put(rack, one)).json()).toMatchObject({ position: 1, next: 2 })
    expect((await put(rack, two, 3)).json()).toMatchObject({ position: 3, next: 4 })
    expect((await put(rack, three)).json()).toMatchObject({ position: 2, next: 4 })
    const { name, code } = await rackOf(rack)
    expect((await sampleOf(two)).storagePlace).toBe(`Freezer 1, ${name}, A3`)
    expect((await sampleOf(two)).refrigeratedAt).not.toBeNull()
    expect(await get(`/find?code=${code}`)).toEqual({ kind: 'rack', rackId: rack })
    const label = await lab.call('GET', `/api/storage/racks/${rack}/label.pdf`, { by: hana })
    expect(textsOf(label.rawPayload).join(' ')).toContain(code)
    const other = await newRack()
    const moved = await put(other, two)
    expect(moved.json().message).toContain(`It was in Freezer 1, ${name}, A3`)
    const found = await get(`/find?code=${two}`)
    expect(found).toMatchObject({
      now: { rackId: other, by: hana.fullName },
      before: [{ rackId: rack, why: 'Moved', takenBy: hana.fullName }],
    })
    expect((await post('take', { accession: two, reason: 'Repeat' })).statusCode).toBe(200)
    expect((await post('take', { accession: two })).statusCode).toBe(409)
    expect((await get(`/find?code=${two}`)).now).toBeNull()
    expect((await rackOf(rack)).tubes.map(({ accession }) => accession)).toEqual([one, three])
  })

  it('of two tubes put into one position at once, one is stored and the other is refused', async () => {
    const rack = await newRack()
    const [one, two] = [await tube(), await tube()]
    const answers = await Promise.all([put(rack, one, 4), put(rack, two, 4, rita)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await rackOf(rack)).tubes).toHaveLength(1)
    const twice = lab.superuser.query(
      `insert into stored_tube (site_id, id, sample_id, rack_id, rack_places, position, put_at, put_by)
        select p.site_id, gen_random_uuid(), s.id, p.rack_id, p.rack_places, p.position, now(), p.put_by
        from stored_tube p, sample s where p.rack_id = $1 and s.accession = any($2) and s.id <> p.sample_id`,
      [rack, [one, two]],
    )
    await expect(twice).rejects.toThrow('stored_tube_position')
  })

  it('staff of another site cannot find or move its tubes or add racks', async () => {
    const site = { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 2 }
    const kumasi = (await lab.call('POST', '/api/settings/sites', { by: manager, body: site })).json().id
    const other = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
      other.accountId,
      kumasi,
    ])
    const rack = await newRack()
    const accession = await tube()
    await put(rack, accession)
    expect((await lab.call('GET', `/api/storage/find?code=${accession}`, { by: other })).statusCode).toBe(404)
    expect((await post('take', { accession }, other)).statusCode).toBe(404)
    const added = await post('racks', { unitId: freezer, name: 'Theirs', rows: 1, columns: 1 }, other)
    expect(added.statusCode).toBe(404)
    const unit = (
      await post('units', { name: 'Kumasi freezer', kind: 'freezer', siteId: kumasi }, manager)
    ).json().id
    const theirs = await newRack(1, 1, unit)
    expect((await put(theirs, accession, null, manager)).statusCode).toBe(404)
    expect((await rackOf(rack)).tubes).toHaveLength(1)
  })

  it('tubes scanned by two people at once each get a separate position, until the rack is full', async () => {
    const rack = await newRack(1, 4)
    const tubes = await Promise.all([tube(), tube(), tube(), tube(), tube()])
    const answers = await Promise.all(tubes.map((one, n) => put(rack, one, null, n % 2 ? rita : hana)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 409])
    expect((await rackOf(rack)).tubes.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toContain('is full')
  })

  it('one tube scanned into two racks at once is stored in one of them', async () => {
    const [one, two] = [await newRack(), await newRack()]
    const accession = await tube()
    await Promise.all([put(one, accession), put(two, accession, null, rita)])
    const all = [...(await rackOf(one)).tubes, ...(await rackOf(two)).tubes]
    expect(all).toHaveLength(1)
  })

  it('positions outside the rack and tubes that are not received are refused, and its free-text place cannot be changed', async () => {
    const rack = await newRack()
    const accession = await tube()
    expect((await put(rack, accession, 7)).json().message).toContain('no such position')
    expect((await put(rack, '01260309999999')).statusCode).toBe(404)
    await put(rack, accession)
    expect((await put(rack, accession)).json().message).toContain('already')
    const body = { storagePlace: 'Bench', refrigerated: false }
    const typed = await lab.call('PUT', `/api/Labtask/sample/${accession}/storage`, { by: hana, body })
    expect(typed.json().message).toContain('take it out first')
    const discard = { reason: 'Old' }
    const gone = await lab.call('POST', `/api/Labtask/sample/${accession}/discard`, {
      by: hana,
      body: discard,
    })
    expect(gone.json().message).toContain('disposal list')
    const outside = lab.superuser.query('update stored_tube set position = 7 where rack_id = $1', [rack])
    await expect(outside).rejects.toThrow('check constraint')
  })

  it('the tests that can be added are listed with the position of the tube', async () => {
    const { visitId, task } = await bench.started(ama, hana)
    const { accession } = (await lab.call('GET', `/api/Labtask/task/${task}`, { by: hana })).json()
    const rack = await newRack()
    await put(rack, accession)
    const path = `/api/labtest/appointment/${visitId}/tests`
    const { addable } = (await lab.call('GET', path, { by: hana })).json()
    const usable = addable.find((test: { accession: string | null }) => test.accession === accession)
    expect(usable.place).toBe((await sampleOf(accession)).storagePlace)
  })
})

describe('disposal of samples', () => {
  it('specimens that are new to the catalogue have a usual retention time, which the laboratory can change and remove', async () => {
    const days = async () => {
      const { specimens } = await get('/retention')
      return Object.fromEntries(
        specimens.map((one: { specimen: string; days: number | null }) => [one.specimen, one.days]),
      )
    }
    expect(await days()).toMatchObject({
      Serum: 7,
      'Whole blood (venous)': 7,
      'Urine, mid-stream': 3,
      Stool: 3,
    })
    const add = (code: string, specimen: string) =>
      lab.superuser.query(
        `insert into test (code, catalogue_name, label, about, position, specimen, tube, collection, turnaround_hours, bookable)
          values ($1, $1, $1, '', 900, $2, 'Tube', 'blood', 6, false)`,
        [code, specimen],
      )
    await add('OWN1', 'Pleural fluid')
    await add('OWN2', 'Biopsy of the skin')
    expect(await days()).toMatchObject({ 'Pleural fluid': 7, 'Biopsy of the skin': null })
    await keepFor(null)
    await add('OWN3', 'Pleural fluid')
    expect(await days()).toMatchObject({ 'Pleural fluid': null, Serum: null })
    await lab.superuser.query(`delete from test where code like 'OWN_'`)
  })

  it('lists tubes whose retention time has passed and whose tests are completed', async () => {
    const accession = await due()
    const atWork = await due(false)
    expect(await dueNow()).toContain(accession)
    expect(await dueNow()).not.toContain(atWork)
    expect(
      (await lab.call('PUT', '/api/storage/retention', { by: hana, body: { specimens: [] } })).statusCode,
    ).toBe(403)
    await keepFor(9)
    expect(await dueNow()).not.toContain(accession)
    await keepFor(null)
    expect(await dueNow()).toEqual([])
  })

  it('does not list a sample of a person on legal hold, and nobody can discard it', async () => {
    const [listed, other] = [await due(), await due()]
    const { id } = (await post('disposals', { accessions: [listed, other] })).json()
    const { rows } = await lab.pool.query('select person_id from account_person where account_id = $1', [
      ama.accountId,
    ])
    const body = { personId: rows[0].person_id, kind: 'dispute', reason: 'Letter of a lawyer' }
    const hold = await lab.call('POST', '/api/legal-holds', { by: manager, body })
    expect(hold.statusCode, hold.body).toBe(201)
    const refused = await post(`disposals/${id}/confirm`, { accessions: [listed, other] }, rita)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `${[listed, other].sort()[0]} must be kept for now: ask a manager. Confirm the others without it.`,
    ])
    expect((await post(`disposals/${id}/cancel`)).statusCode).toBe(200)
    expect(await dueNow()).not.toContain(listed)
    const loose = await tube()
    const alone = await lab.call('POST', `/api/Labtask/sample/${loose}/discard`, {
      by: hana,
      body: { reason: 'Old' },
    })
    expect(alone.json().message).toBe(`${loose} must be kept for now: ask a manager.`)
    const forced = lab.superuser.query(
      "update sample set status = 'discarded', discarded_at = now(), discarded_by = $2, discard_reason = 'x' where accession = $1",
      [loose, rita.accountId],
    )
    await expect(forced).rejects.toThrow('on legal hold')
    const ended = await lab.call('POST', `/api/legal-holds/${hold.json().id}/end`, {
      by: manager,
      body: { reason: 'The dispute is settled' },
    })
    expect(ended.statusCode, ended.body).toBe(200)
    expect(await dueNow()).toContain(listed)
  })

  it('does not list an aliquot while a test of its tube is not completed', async () => {
    await keepFor(7)
    const accession = await tube(false)
    const cut = await lab.call('POST', `/api/Labtask/sample/${accession}/aliquot`, {
      by: hana,
      body: { tube: 'Cryovial', storagePlace: '' },
    })
    const aliquot = cut.json().sample.accession
    await put(await newRack(), aliquot)
    await lab.superuser.query(
      "update sample set collected_at = collected_at - interval '8 days' where accession = any($1)",
      [[accession, aliquot]],
    )
    expect(await dueNow()).not.toContain(aliquot)
    expect((await post('disposals', { accessions: [aliquot] })).statusCode).toBe(409)
  })

  it('a retention time named twice for a specimen is refused, and two people can set one at the same time', async () => {
    const set = (...specimens: { specimen: string; days: number | null }[]) =>
      lab.call('PUT', '/api/storage/retention', { by: manager, body: { specimens } })
    const twice = await set({ specimen: 'Blood', days: 7 }, { specimen: 'Blood', days: 9 })
    expect(twice.json().fields).toHaveProperty('specimens')
    await set({ specimen: 'Blood', days: null })
    const other = await lab.superuser.connect()
    try {
      await other.query('begin')
      await other.query("insert into specimen_retention (specimen, days) values ('Blood', 5)")
      const mine = set({ specimen: 'Blood', days: 7 })
      await vi.waitUntil(async () => (await waitingForLocks(lab)) === 1)
      await other.query('commit')
      expect((await mine).statusCode).toBe(200)
    } finally {
      other.release()
    }
    const { specimens } = await get('/retention')
    expect(specimens).toContainEqual({ specimen: 'Blood', days: 7 })
  })

  it('needs two people: a second person confirms the list, and can keep some of the tubes', async () => {
    const [gone, kept] = [await due(), await due()]
    const made = await post('disposals', { accessions: [gone, kept] })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json()
    expect((await post('disposals', { accessions: [gone] }, rita)).statusCode).toBe(409)
    const list: Disposal = await get(`/disposals/${id}`)
    expect(list.whyNotConfirm).toContain('somebody else')
    const own = await post(`disposals/${id}/confirm`, { accessions: [gone] })
    expect(own.statusCode).toBe(409)
    const strange = await post(`disposals/${id}/confirm`, { accessions: [gone, '01260309999999'] }, rita)
    expect(strange.json().fields).toHaveProperty('accessions')
    expect((await sampleOf(gone)).status).toBe('received')
    expect((await post(`disposals/${id}/confirm`, { accessions: [gone] }, rita)).statusCode).toBe(200)
    expect(await sampleOf(gone)).toMatchObject({
      status: 'discarded',
      storagePlace: '',
      discardedBy: rita.fullName,
    })
    expect((await sampleOf(kept)).status).toBe('received')
    expect(await dueNow()).toContain(kept)
    const forged = lab.superuser.query('update disposal set confirmed_by = made_by where id = $1', [id])
    await expect(forged).rejects.toThrow('disposal_by_two')
  })

  it('of two people who confirm a list at once, one succeeds and the other is refused', async () => {
    const accession = await due()
    const { id } = (await post('disposals', { accessions: [accession] }, manager)).json()
    const answers = await Promise.all(
      [hana, rita].map((by) => post(`disposals/${id}/confirm`, { accessions: [accession] }, by)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { rows } = await lab.pool.query(
      "select count(*)::int as n from audit a join sample s on s.id::text = a.subject_id where s.accession = $1 and a.action = 'sample.discarded'",
      [accession],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('a tube that is moved and confirmed as discarded at once causes no error', async () => {
    const accession = await due()
    const { id } = (await post('disposals', { accessions: [accession] })).json()
    const other = await lab.superuser.connect()
    try {
      await other.query('begin')
      await other.query(
        `select from stored_tube p join sample s on s.id = p.sample_id where s.accession = $1 for update of p`,
        [accession],
      )
      const confirmed = post(`disposals/${id}/confirm`, { accessions: [accession] }, rita)
      await vi.waitUntil(async () => (await waitingForLocks(lab)) === 1)
      const moved = put(await newRack(), accession)
      await vi.waitUntil(async () => (await waitingForLocks(lab)) === 2)
      await other.query('commit')
      expect([(await confirmed).statusCode, (await moved).statusCode]).toEqual([200, 409])
    } finally {
      other.release()
    }
  })

  it('a tube listed by two people at once is on one list, and that list can be cancelled', async () => {
    const accession = await due()
    const answers = await Promise.all(
      [hana, rita].map((by) => post('disposals', { accessions: [accession] }, by)),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const { id } = answers.find(({ statusCode }) => statusCode === 201)?.json() ?? {}
    expect(await dueNow()).not.toContain(accession)
    expect((await post(`disposals/${id}/cancel`)).statusCode).toBe(200)
    expect((await post(`disposals/${id}/confirm`, { accessions: [accession] }, manager)).statusCode).toBe(409)
    expect(await dueNow()).toContain(accession)
  })
})
