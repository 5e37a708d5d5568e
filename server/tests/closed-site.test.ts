import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody } from './visits.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let lab: TestApp
let manager: Person
let technician: Person
let tema: string

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin')
  technician = await lab.makeStaff('technician')
})
afterAll(() => lab.close())

let sites = 0
beforeEach(async () => {
  const body = { name: `Tema ${++sites}`, timeZone: 'Africa/Accra', chairs: 4 }
  const answer = await lab.call('POST', '/api/settings/sites', { by: manager, body })
  expect(answer.statusCode, answer.body).toBe(201)
  tema = answer.json().id
})

const close = (id: string, by: Person = manager, reason?: string) =>
  lab.call('POST', `/api/settings/sites/${id}/close`, { by, body: { reason } })
const reopen = (id: string, by: Person = manager) =>
  lab.call('POST', `/api/settings/sites/${id}/open`, { by })
const book = (siteId: string, scheduleTime = '09:00', fullName = 'Efua Booked') =>
  lab.call('POST', '/api/labtest/book', {
    by: technician,
    body: {
      ...bookingBody,
      patientDetails: { ...bookingBody.patientDetails, fullName },
      scheduledDate: '2026-03-17',
      scheduleTime,
      siteId,
    },
  })
const facts = async () => (await lab.call('GET', '/api/laboratory')).json()
const idsOf = (list: { id: string }[]) => list.map(({ id }) => id)

describe('a site that is closed for good', () => {
  it('a closed site is not offered and takes no bookings; its visits stay and can be listed', async () => {
    const { id: visit } = (await book(tema)).json().appointment
    await lab.pool.query("update visit set status = 'completed' where id = $1", [visit])
    const answer = await close(tema, manager, 'The lease has ended')
    expect(answer.json().message).toMatch(/^Tema \d+ is closed\. What was done there stays on record\.$/)
    const known = await facts()
    expect(idsOf(known.sites)).not.toContain(tema)
    expect(idsOf(known.closedSites)).toContain(tema)
    const refusal = 'This site is closed: nobody is booked there any more'
    const booked = await book(tema)
    expect([booked.statusCode, booked.json().message]).toEqual([400, refusal])
    const held = await lab.call('POST', '/api/book', {
      body: { start: '2026-03-17T09:00:00Z', end: '2026-03-17T09:15:00Z', siteId: tema },
    })
    expect([held.statusCode, held.json().message]).toEqual([400, refusal])
    const walkedIn = await lab.call('POST', '/api/queue/walk-in', {
      by: technician,
      body: {
        siteId: tema,
        patientDetails: bookingBody.patientDetails,
        testType: bookingBody.testType,
      },
    })
    expect([walkedIn.statusCode, walkedIn.json().message]).toEqual([409, refusal])
    const free = await lab.call('GET', `/api/availability?from=2026-03-17&to=2026-03-17&siteId=${tema}`)
    expect(free.json().days[0].starts).toEqual([])
    const listed = await lab.call('GET', `/api/Labtask/appointments-tasks?siteId=${tema}`, { by: manager })
    expect(idsOf(listed.json().appointments)).toEqual([visit])
    const { rows } = await lab.pool.query(
      'select action, account_id, reason from audit where subject_id = $1 order by id desc limit 1',
      [tema],
    )
    expect(rows).toEqual([
      { action: 'site.closed', account_id: manager.accountId, reason: 'The lease has ended' },
    ])
  })

  it('a closed site can be reopened once, with its hours and chairs', async () => {
    await close(tema)
    expect((await close(tema)).json().message).toMatch(/is closed already/)
    expect((await reopen(tema)).statusCode).toBe(200)
    expect((await book(tema)).statusCode).toBe(201)
    expect((await reopen(tema)).statusCode).toBe(409)
    expect(idsOf((await facts()).closedSites)).not.toContain(tema)
  })

  it('closing a site with upcoming visits is refused with their number and names', async () => {
    await book(tema, '09:00', 'Efua First')
    await book(tema, '10:00', 'Kofi Second')
    const answer = await close(tema)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toMatch(
      /^Now 2 visits are booked there\. Move them before you close this site: Efua First on 2026-03-17 at 09:00/,
    )
    expect(idsOf((await facts()).sites)).toContain(tema)
  })

  it('the last open site cannot be closed, also under concurrent calls', async () => {
    const others = idsOf((await facts()).sites).filter((id) => id !== mainSite && id !== tema)
    await lab.pool.query("update visit set status = 'cancelled' where status = 'booked'")
    for (const id of others) expect((await close(id)).statusCode).toBe(200)
    const answers = await Promise.all([close(mainSite), close(tema)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await facts()).sites).toHaveLength(1)
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toContain('the last site')
    await lab.pool.query('update site set closed_at = null where id = $1', [mainSite])
  })

  it('no visit is booked at a site at the moment of its closing', async () => {
    for (let round = 0; round < 3; round++) {
      await lab.pool.query("update visit set status = 'cancelled' where status = 'booked'")
      const [closed, ...booked] = await Promise.all([
        close(tema),
        ...['09:00', '09:15', '09:30', '09:45'].map((time) => book(tema, time)),
      ])
      const { rows } = await lab.pool.query(
        "select count(*)::int as n from visit where site_id = $1 and status = 'booked'",
        [tema],
      )
      if (closed.statusCode === 200) expect(rows[0].n).toBe(0)
      else expect([closed.statusCode, rows[0].n > 0]).toEqual([409, true])
      expect(booked.filter(({ statusCode }) => statusCode === 201)).toHaveLength(rows[0].n)
      await reopen(tema)
    }
  })

  describe('requests for a site that was closed meanwhile', () => {
    const refusal = [409, 'This site is closed: nobody is booked there any more']
    const said = (answer: Awaited<ReturnType<typeof book>>) => [answer.statusCode, answer.json().message]

    /** Locks out visit writes as closing does, waits until a call blocks on that, and closes the site. */
    async function whileClosing(ask: () => ReturnType<typeof book>) {
      const closer = await lab.pool.connect()
      try {
        await closer.query('begin')
        await closer.query('lock table visit in share row exclusive mode')
        const asked = ask()
        await expect.poll(() => waitingForLocks(lab)).toBe(1)
        await closer.query('update site set closed_at = $1 where id = $2', [lab.clock.now(), tema])
        await closer.query('commit')
        return await asked
      } finally {
        closer.release()
      }
    }

    it('a hold at a site that was closed meanwhile is refused with a reason', async () => {
      const held = await whileClosing(() =>
        lab.call('POST', '/api/book', {
          body: { start: '2026-03-17T09:00:00Z', end: '2026-03-17T09:15:00Z', siteId: tema },
        }),
      )
      expect(said(held)).toEqual(refusal)
    })

    it('a walk-in at a site that was closed meanwhile is refused with a reason', async () => {
      const walkedIn = await whileClosing(() =>
        lab.call('POST', '/api/queue/walk-in', {
          by: technician,
          body: {
            siteId: tema,
            patientDetails: bookingBody.patientDetails,
            testType: bookingBody.testType,
          },
        }),
      )
      expect(said(walkedIn)).toEqual(refusal)
    })

    it('moving or changing a past visit at a site that was closed meanwhile is refused with a reason', async () => {
      const { id, version } = (await book(tema)).json().appointment
      const before = lab.clock.now()
      lab.clock.set('2026-03-17T12:00:00Z')
      // A week later the sessions have expired.
      const by = await lab.makeStaff('admin')
      const body = { start: '2026-03-18T09:00:00Z', version, reason: 'They called' }
      const moved = await whileClosing(() =>
        lab.call('PUT', `/api/labtest/appointment/${id}/reschedule`, { by, body }),
      )
      expect(said(moved)).toEqual(refusal)
      const { patientDetails, testType } = bookingBody
      const changed = await lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
        by,
        body: {
          patientDetails: { ...patientDetails, contact: '+233 24 765 4321' },
          testType,
          scheduledDate: '2026-03-17',
          scheduleTime: '09:00',
          reason: 'They called',
        },
      })
      expect(said(changed)).toEqual(refusal)
      lab.clock.set(before)
    })
  })

  it('the database refuses a new visit at a closed site', async () => {
    const { id } = (await book(tema)).json().appointment
    await lab.pool.query("update visit set status = 'cancelled' where id = $1", [id])
    await close(tema)
    await expect(
      lab.pool.query("update visit set status = 'booked' where id = $1", [id]),
    ).rejects.toMatchObject({ constraint: 'visit_site_open' })
  })

  it('only a manager of all sites can close a site', async () => {
    const limited = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site values ($1, $2)', [limited.accountId, tema])
    const elsewhere = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site values ($1, $2)', [elsewhere.accountId, mainSite])
    for (const call of [close, reopen]) {
      expect((await call(tema, await lab.signUpPatient())).statusCode).toBe(403)
      expect((await call(tema, technician)).statusCode).toBe(403)
      expect((await call(tema, limited)).statusCode).toBe(403)
      expect((await call(tema, elsewhere)).statusCode).toBe(404)
    }
    expect(idsOf((await facts()).sites)).toContain(tema)
  })
})
