import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '#contract/audit-actions.ts'
import { chainAudit } from '#server/modules/insights/index.ts'
import { audit } from '#server/platform/audit.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let manager: Person
let tech: Person
let ama: Person
let kofi: Person
let visitId: string
let reference: string

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Esi Boateng' })
  tech = await lab.makeStaff('technician', { fullName: 'Yaw Darko' })
  ama = await lab.signUpPatient({ fullName: 'Ama Owusu' })
  kofi = await lab.signUpPatient({ fullName: 'Kofi Annor' })
  lab.clock.set('2026-03-08T12:00:00Z')
  const booked = await lab.call('POST', '/api/labtest/book', { by: ama, body: bookingBody })
  expect(booked.statusCode).toBe(201)
  const { id, reference: given } = booked.json().appointment
  visitId = id
  reference = given
  await note(tech, 'report.read', 'visit', visitId)
  lab.clock.advance(3_600_000)
  await note(manager, 'visit.changed', 'visit', visitId, { chair: 1 }, { chair: 2 })
  await note(tech, 'report.read', 'visit', visitId)
  await note(tech, 'task.started', 'task', '018f0000-0000-7000-8000-00000000b001')
  await note(kofi, 'profile.changed', 'account', kofi.accountId)
  lab.clock.set('2026-03-09T08:31:00Z')
  await note(manager, 'test.changed', 'test', 'FBC', { label: 'Old' }, { label: 'New' })
})
afterAll(() => lab.close())

function note(by: Person, action: AuditAction, kind: string, id: string, before?: unknown, after?: unknown) {
  const actor = { ...by, permissions: [], sites: null, sessionHash: Buffer.alloc(0) }
  return audit({ ...lab.context, actor }, { action, subject: { kind, id }, before, after })
}

type Entry = { id: string; action: string; subject: { name: string | null }; by: { fullName: string } | null }

async function search(query: string, by: Person = manager): Promise<Entry[]> {
  const answer = await lab.call('GET', `/api/audit?${query}`, { by })
  expect(answer.statusCode).toBe(200)
  return answer.json().rows
}

const actions = async (query: string) => (await search(query)).map((entry) => entry.action)

describe('the search of the audit trail', () => {
  it('the audit search lists the latest entry first, with person, subject and the values before and after', async () => {
    const [first] = await search('limit=1')
    expect(first).toMatchObject({
      action: 'test.changed',
      subject: { kind: 'test', id: 'FBC' },
      by: { id: manager.accountId, fullName: 'Esi Boateng', role: 'admin' },
      before: { label: 'Old' },
      after: { label: 'New' },
    })
  })

  it('the audit search finds entries by person, by name or by account', async () => {
    expect(await actions('who=darko')).toEqual(['task.started', 'report.read', 'report.read'])
    expect(await actions(`by=${tech.accountId}`)).toEqual(['task.started', 'report.read', 'report.read'])
    expect(await actions(`by=${tech.accountId}&who=boateng`)).toEqual([])
    expect(await actions('who=nobody')).toEqual([])
  })

  it('the audit search finds entries by action, also of one person', async () => {
    expect(await actions('action=report.read')).toEqual(['report.read', 'report.read'])
    expect(await actions('action=report.read&who=boateng')).toEqual([])
    expect(await actions(`action=visit.changed&by=${manager.accountId}`)).toEqual(['visit.changed'])
  })

  it('the audit search finds entries by reference in either case, by e-mail, by code and by id', async () => {
    const ofVisit = ['report.read', 'visit.changed', 'report.read', 'visit.booked']
    expect(await actions(`about=${reference.toLowerCase()}`)).toEqual(ofVisit)
    expect(await actions(`about=${visitId}`)).toEqual(ofVisit)
    expect((await search(`about=${reference}`))[0]?.subject.name).toBe(reference)
    expect(await actions(`about=${kofi.email.toUpperCase()}`)).toEqual(['profile.changed'])
    expect(await actions('about=fbc')).toEqual(['test.changed'])
    expect(await actions('about=fbc&who=darko')).toEqual([])
    expect(await actions('about=100%25')).toEqual([])
  })

  it('the audit search filters by local days of the laboratory', async () => {
    expect(await actions('from=2026-03-09')).toEqual(['test.changed'])
    expect(await actions('to=2026-03-08&action=visit.booked')).toEqual(['visit.booked'])
    expect(await actions('from=2026-03-09&to=2026-03-09&who=darko')).toEqual([])
  })

  it.each(['', 'who=darko&', 'about=visit&', 'action=report.read&'])(
    'the pages of the audit search list every entry once (%s)',
    async (given) => {
      const filter = given.replace('about=visit', `about=${reference}`)
      const whole = (await search(`${filter}limit=100`)).map((entry) => entry.id)
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const from: string = cursor === '' ? '' : `&cursor=${cursor}`
        const answer = await lab.call('GET', `/api/audit?${filter}limit=1${from}`, { by: manager })
        paged.push(...answer.json().rows.map((entry: Entry) => entry.id))
        cursor = answer.json().nextCursor
      }
      expect(paged).toEqual(whole)
      expect(whole.length).toBeGreaterThan(1)
    },
  )

  it('the audit search is for managers only', async () => {
    for (const by of [tech, ama]) {
      for (const path of ['/api/audit', '/api/audit/chain']) {
        expect((await lab.call('GET', path, { by })).statusCode).toBe(403)
      }
    }
    expect((await lab.call('GET', '/api/audit')).statusCode).toBe(401)
  })

  it('the audit search refuses an invalid cursor and an invalid action', async () => {
    for (const query of ['cursor=x', 'action=%27', 'by=me', 'from=2026-02-30', 'about=%00']) {
      expect((await lab.call('GET', `/api/audit?${query}`, { by: manager })).statusCode).toBe(400)
    }
  })

  it('the audit search shows up to which entry the trail is chained', async () => {
    const chain = async () => (await lab.call('GET', '/api/audit/chain', { by: manager })).json()
    expect(await chain()).toMatchObject({ blocks: 0, head: null, chainedAt: null, check: null })
    await chainAudit(lab.context)
    expect(await chain()).toMatchObject({
      blocks: 1,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      unchained: 0,
    })
  })
})

describe('the patient’s own view of the audit trail', () => {
  const mine = (by: Person, query = '') => lab.call('GET', `/api/audit/mine?${query}`, { by })

  it('patients see which staff read or changed their record, without their own actions', async () => {
    const { rows: entries } = (await mine(ama)).json()
    expect(entries).toMatchObject([
      {
        action: 'report.read',
        visit: { id: visitId, reference },
        by: { fullName: 'Yaw Darko', role: 'technician' },
      },
      { action: 'visit.changed', by: { fullName: 'Esi Boateng', role: 'admin' } },
      { action: 'report.read', by: { fullName: 'Yaw Darko' } },
    ])
    expect((await mine(ama, `visit=${visitId}`)).json().rows).toEqual(entries)
  })

  it('the patient’s view of the audit trail contains no values, network addresses or accounts', async () => {
    expect(Object.keys((await mine(ama)).json().rows[0]).sort()).toEqual([
      'about',
      'action',
      'at',
      'by',
      'id',
      'visit',
    ])
  })

  it('the patient’s view of the audit trail contains nothing of another patient', async () => {
    expect((await mine(kofi)).json().rows).toEqual([])
    expect((await mine(kofi, `visit=${visitId}`)).statusCode).toBe(404)
    expect((await mine(manager)).statusCode).toBe(403)
  })
})
