import { request as ask, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsLeftOut, leftOut } from '#server/modules/transfer/sheet.ts'
import { sheets } from '#server/modules/transfer/take-out.ts'
import { decodeText, parseCsv } from '#server/platform/read-csv.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { readZip } from './read-zip.ts'
import { withSomebody } from './somebody.ts'
import { bookingBody } from './visits.ts'

const password = 'quiet harbour forty'
let lab: TestApp
let manager: Person
let ama: Person

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await lab.pool.query(statement, values)).rows

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager', password })
  ama = await lab.signUpPatient({ fullName: '=HYPERLINK("http://x")', phone: '+233 24 123 4567', password })
  for (const [fullName, scheduledDate, scheduleTime] of [
    ['@Ama, "the" first', '2026-03-10', '09:00'],
    ['Kofi\u00e9', '2026-03-12', '10:00'],
    ['-5', '2026-03-20', '11:00'],
  ]) {
    const answer = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: {
        ...bookingBody,
        patientDetails: { ...bookingBody.patientDetails, fullName },
        scheduledDate,
        scheduleTime,
      },
    })
    expect(answer.statusCode, answer.body).toBe(201)
  }
})
afterAll(() => lab.close())

const take = (body: object = { currentPassword: password }, by: Person = manager) =>
  lab.call('POST', '/api/transfer/export', { by, body })

/** The rows of a file, by column name. */
function tableOf(file: Buffer | undefined): Record<string, string>[] {
  const { records, fault } = parseCsv(decodeText(file ?? Buffer.alloc(0)).text, ',', 1_000_000)
  expect(fault).toBeNull()
  const [head, ...rows] = records
  return rows.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, index) => [name, cells[index] ?? ''])),
  )
}

describe('the export of all data of the laboratory', () => {
  it('an export has a file for each kind of data, with the values of the database', async () => {
    const answer = await take()
    expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = readZip(answer.rawPayload)
    expect([...files.keys()]).toEqual(['README.txt', ...sheets.map(({ file }) => file)])
    const visits = tableOf(files.get('visits.csv'))
    const there = await rowsOf(
      `select id, full_name, starts_at, age, reference from visit order by starts_at`,
    )
    expect(
      visits.map(({ id, full_name, starts_at, age, reference }) => [
        id,
        full_name,
        starts_at,
        age,
        reference,
      ]),
    ).toEqual(
      there.map((row) => [
        row.id,
        row.full_name,
        row.starts_at.toISOString(),
        String(row.age),
        row.reference,
      ]),
    )
    expect(tableOf(files.get('visit-tests.csv'))).toHaveLength(6)
    expect(tableOf(files.get('patients.csv'))[0]).toMatchObject({
      full_name: ama.fullName,
      phone: '+233 24 123 4567',
    })
    expect(tableOf(files.get('interval-versions.csv')).length).toBeGreaterThan(10)
    const readme = files.get('README.txt')?.toString() ?? ''
    for (const { file, columns } of sheets) {
      expect(readme).toContain(`${file}: `)
      for (const column of Object.keys(columns)) {
        expect(readme, file).toContain(`  ${column}: `)
        expect(readme, file).not.toContain(`  ${column}: undefined`)
      }
    }
  })

  it('an export contains no cell that a spreadsheet would run, and no secret', async () => {
    const files = readZip((await take()).rawPayload)
    const visits = files.get('visits.csv')?.toString() ?? ''
    expect(visits.startsWith('\ufeff')).toBe(true)
    expect(visits).toContain(`"'@Ama, ""the"" first"`)
    expect(visits).toMatch(/,-5,/)
    expect(files.get('patients.csv')?.toString()).toContain(`"'=HYPERLINK(""http://x"")"`)
    const secrets = await rowsOf(`select password_hash as secret from account where password_hash is not null
      union all select encode(token_hash, 'hex') from session`)
    const all = Buffer.concat([...files.values()]).toString()
    for (const { secret } of secrets) expect(all).not.toContain(secret)
    expect(all).not.toContain('$argon2')
    expect(all).not.toContain(ama.token)
  })

  it('every table and column of the database is exported or listed as left out', async () => {
    const tables = await rowsOf(`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'`)
    const taken = new Set(sheets.flatMap((sheet) => sheet.tables))
    expect(tables.map(({ name }) => name).filter((name) => !taken.has(name) && !(name in leftOut))).toEqual(
      [],
    )
    const names = new Set(tables.map(({ name }) => name))
    expect([...taken, ...Object.keys(leftOut)].filter((name) => !names.has(name))).toEqual([])
    expect(Object.keys(leftOut).filter((name) => taken.has(name))).toEqual([])

    const columns =
      await rowsOf(`select table_name as name, column_name as column from information_schema.columns
      where table_schema = 'public'`)
    const said = (name: string) =>
      sheets
        .filter((sheet) => sheet.tables.includes(name))
        .flatMap((sheet) => Object.values(sheet.columns).map(({ expression }) => expression))
        .join()
    const missing = columns
      .filter(({ name }) => taken.has(name))
      .filter(({ name, column }) => !new RegExp(`\\b[a-z]\\.${column}\\b`).test(said(name)))
      .map(({ name, column }) => `${name}.${column}`)
    const named = Object.entries(columnsLeftOut).flatMap(([name, list]) =>
      list.map((one) => `${name}.${one}`),
    )
    expect(missing.sort()).toEqual(named.sort())
  })

  it('an export of a period contains only visits and events of that period, and no files if none are requested', async () => {
    const files = readZip(
      (await take({ currentPassword: password, from: '2026-03-11', to: '2026-03-12', files: false }))
        .rawPayload,
    )
    expect(tableOf(files.get('visits.csv')).map((visit) => visit.full_name)).toEqual(['Kofié'])
    expect(files.get('README.txt')?.toString()).toContain('Reports and attached files were not asked for.')
    expect((await take({ currentPassword: password, from: '2026-03-12', to: '2026-03-11' })).statusCode).toBe(
      400,
    )
  })

  it('an export contains reports and attachments as files', async () => {
    const [visit] = await rowsOf('select site_id, id, reference from visit limit 1')
    await rowsOf(
      `insert into report (site_id, visit_id, version, code, content, pdf, released_at, released_by)
       values ($1, $2, 1, 'ABCDEFGH', '{}', '%PDF-1.4 x', now(), $3)`,
      visit?.site_id,
      visit?.id,
      manager.accountId,
    )
    const files = readZip((await take()).rawPayload)
    const [report] = tableOf(files.get('reports.csv'))
    expect(files.get(report?.file ?? '')?.toString()).toBe('%PDF-1.4 x')
  })

  it('an export requires the password again, and is audited with its author', async () => {
    expect((await take({})).json().fields).toHaveProperty('currentPassword')
    const wrong = await take({ currentPassword: 'wrong wrong' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'wrong_credentials'])
    const noted = await rowsOf(
      `select account_id, after from audit where action = 'laboratory.exported' order by position desc limit 1`,
    )
    expect(noted[0]).toMatchObject({
      account_id: manager.accountId,
      after: { from: null, files: true, sites: null },
    })
  })

  it('an export is refused without the permission', async () => {
    const technician = await lab.makeStaff('technician')
    for (const by of [ama, technician]) {
      expect((await take({}, by)).statusCode).toBe(403)
      expect((await lab.call('GET', '/api/transfer/appointments.csv', { by })).statusCode).toBe(403)
    }
    expect((await lab.call('GET', '/api/transfer/appointments.csv')).statusCode).toBe(401)
  })

  it('an export by staff of one site contains only that site', async () => {
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Osu', timeZone: 'Africa/Accra', chairs: 2 },
    })
    const { id } = added.json()
    const booked = await lab.call('POST', '/api/labtest/book', {
      by: manager,
      body: { ...bookingBody, siteId: id, scheduledDate: '2026-03-10' },
    })
    expect(booked.statusCode, booked.body).toBe(201)
    const written = await lab.call('POST', '/api/people', {
      by: manager,
      body: { fullName: 'Esi Unseen', sex: 'female', age: 40, phones: ['024 999 0001'] },
    })
    expect(written.statusCode, written.body).toBe(201)
    const limited = await lab.makeStaff('admin', { password })
    await rowsOf('insert into account_site values ($1, $2)', limited.accountId, id)
    const files = readZip((await take({ currentPassword: password }, limited)).rawPayload)
    expect(tableOf(files.get('visits.csv')).map((visit) => visit.site_id)).toEqual([id])
    expect(tableOf(files.get('patients.csv'))).toEqual([])
    // The person of that visit, and a person whom only staff of all sites see.
    const [there] = await rowsOf('select person_id from visit where site_id = $1', id)
    const persons = tableOf(files.get('persons.csv')).map((person) => person.id)
    expect(persons.sort()).toEqual([there?.person_id, written.json().id].sort())
    expect(tableOf(files.get('person-phones.csv')).map(({ phone }) => phone)).toEqual(['024 999 0001'])
    expect(tableOf(files.get('sites.csv'))).toHaveLength(1)
    expect(files.has('audit.csv')).toBe(false)
    for (const sheet of sheets)
      if (sheet.site === 'all') expect(files.has(sheet.file), sheet.file).toBe(false)
  })

  it('an export of a period uses the local days of the sites that the caller may see', async () => {
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Auckland', timeZone: 'Pacific/Auckland', chairs: 2 },
    })
    const { id } = added.json()
    for (const scheduleTime of ['09:00', '18:00']) {
      const booked = await lab.call('POST', '/api/labtest/book', {
        by: manager,
        body: { ...bookingBody, siteId: id, scheduledDate: '2026-03-12', scheduleTime },
      })
      expect(booked.statusCode, booked.body).toBe(201)
    }
    const limited = await lab.makeStaff('admin', { password })
    await rowsOf('insert into account_site values ($1, $2)', limited.accountId, id)
    const period = { currentPassword: password, from: '2026-03-12', to: '2026-03-12' }
    const visits = async () => tableOf(readZip((await take(period, limited)).rawPayload).get('visits.csv'))
    expect(await visits()).toHaveLength(2)
    await rowsOf(`update visit set status = 'cancelled' where site_id = $1`, id)
    await rowsOf('update site set closed_at = now() where id = $1', id)
    expect(await visits(), 'closed for good').toHaveLength(2)
  })

  it('an export is streamed, one at a time, and stops when its reader disconnects', async () => {
    await rowsOf(`insert into contact_message (id, name, email, message, network, received_at)
      select gen_random_uuid(), 'N', 'n@example.com', string_agg(md5(i::text || j::text), ''), '', now()
      from generate_series(1, 3000) i, generate_series(1, 300) j group by i`)
    const address = await lab.listen()
    const reader = await lab.makeStaff('admin')
    const body = JSON.stringify({})
    const request = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const asked = ask(
          `${address}/api/transfer/export`,
          {
            method: 'POST',
            headers: { ...reader.headers, 'content-type': 'application/json', 'content-length': body.length },
          },
          resolve,
        )
        asked.on('error', reject)
        asked.end(body)
      })
    const before = process.memoryUsage().rss
    const slow = await request()
    slow.on('error', () => {})
    expect(slow.statusCode).toBe(200)
    slow.pause()
    const second = await take({}, reader)
    expect([second.statusCode, second.json().code]).toEqual([503, 'busy'])
    // For a stalled reader of about 27 MB of incompressible data only a little is buffered.
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
    slow.destroy()
    const reading = async () =>
      rowsOf(`select from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`)
    await expect.poll(reading, { timeout: 20_000 }).toEqual([])
    const day = { from: '2026-03-11', to: '2026-03-11' }
    expect((await take(day, reader)).statusCode).toBe(200)
  }, 60_000)
})

describe('the export of the list of appointments', () => {
  it('the exported list of appointments follows its filters, and can be imported again', async () => {
    const { id } = (await rowsOf('select id from site order by created_at limit 1'))[0] ?? {}
    const answer = await lab.call('GET', `/api/transfer/appointments.csv?order=soonest&siteId=${id}`, {
      by: manager,
    })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const all = tableOf(answer.rawPayload)
    expect(all.map((row) => [row['Full name'], row.Date, row.Time])).toEqual([
      ['@Ama, "the" first', '2026-03-10', '09:00'],
      ['Kofié', '2026-03-12', '10:00'],
      ['-5', '2026-03-20', '11:00'],
    ])
    const found = await lab.call('GET', '/api/transfer/appointments.csv?search=kofi%C3%A9', { by: manager })
    expect(tableOf(found.rawPayload)).toHaveLength(1)
    const seen = await lab.call('POST', '/api/transfer/import/appointments/preview', {
      by: manager,
      body: answer.rawPayload,
      headers: { 'content-type': 'application/octet-stream', 'x-source': 'itself' },
    })
    expect(seen.json()).toMatchObject({ problems: [], totals: { rows: 3, new: 3 } })
  })

  it('the exported list of appointments contains all pages', async () => {
    await rowsOf(`${withSomebody}
      insert into visit (site_id, id, status, starts_at, ends_at, during, reference, full_name, age, gender,
        contact, email, priority, created_at, person_id)
      select s.id, gen_random_uuid(), 'completed', t, t + '15 min', tstzrange(t, t + '15 min'), 'Z' || i, 'Page ' || i,
        30, 'male', '0241234567', '', 'low', now(), (select person_id from somebody)
      from (select id from site order by created_at limit 1) s, generate_series(1, 1203) i,
        lateral (select timestamptz '2025-01-01' + i * interval '1 min' as t) at`)
    await rowsOf(`insert into visit_test (site_id, visit_id, starts_at, test_code)
      select v.site_id, v.id, v.starts_at, (select code from test limit 1) from visit v
      where v.full_name like 'Page %'`)
    const answer = await lab.call('GET', '/api/transfer/appointments.csv?status=completed', { by: manager })
    const rows = tableOf(answer.rawPayload)
    expect(new Set(rows.map(({ Reference }) => Reference)).size).toBe(1203)
  })
})
