import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Figures, readInsights } from '#contract/insights.ts'
import { mailMonthlyReports, rollUp } from '#server/modules/insights/index.ts'
import { parseCsv } from '#server/platform/read-csv.ts'
import type { Person, TestApp } from './harness.ts'
import { textsOf } from './read-pdf.ts'
import { openSeededApp } from './seeded.ts'

let lab: TestApp
let manager: Person
let sites: { id: string; name: string }[]
const february = 'from=2026-02-01&to=2026-02-28'

beforeAll(async () => {
  ;({ lab, manager } = await openSeededApp({ visits: 500, days: 70, seed: 5 }))
  sites = (await lab.pool.query('select id, name from site order by created_at, id')).rows
}, 120_000)
afterAll(() => lab.close())

const get = (path: string, by: Person | undefined = manager) =>
  lab.call('GET', `/api/insights${path}`, { by })

type Insights = ResponseOf<typeof readInsights>
const told = async (query: string): Promise<Insights> => (await get(`?${query}`)).json()

async function csvOf(query: string) {
  const answer = await get(`/csv?${query}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const { records, fault } = parseCsv(answer.body.slice(1), ',', 100_000)
  expect(fault).toBeNull()
  const [names = [], ...lines] = records.map(({ cells }) => cells)
  const rows = lines.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])),
  )
  const find = (section: string, measure: string, item = '') =>
    rows.filter((row) => row.section === section && row.measure === measure && row.item === item)
  return { body: answer.body, headers: answer.headers, names, rows, find }
}

const said = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

/** All numbers of an answer, except dates. */
function figuresIn(value: unknown, key = ''): number {
  if (['days', 'weekday', 'hour'].includes(key)) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + figuresIn(one), 0)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).reduce((sum, [name, one]) => sum + figuresIn(one, name), 0)
  return typeof value === 'number' ? 1 : 0
}

describe('the figures as a CSV file', () => {
  it('the CSV of figures contains every figure of the screen with that of the period before', async () => {
    const [insights, csv] = [await told(february), await csvOf(february)]
    const { current: now, previous: was, series } = insights
    const expectRow = (
      section: string,
      measure: string,
      of: (figures: Figures) => number | null | undefined,
      item = '',
    ) =>
      expect(csv.find(section, measure, item), `${section} ${item} ${measure}`).toMatchObject([
        { value: said(of(now)), 'period before': said(of(was)), from: now.from, to: now.to },
      ])
    expect(now.visits.all).toBeGreaterThan(50)
    expectRow('Visits', 'Visits', ({ visits }) => visits.all)
    expectRow('Visits', 'No-shows of appointments', ({ visits }) => visits.noShowShare)
    expectRow('Turnaround', 'Turnaround: median', ({ turnaround }) => turnaround.total.median)
    expectRow('Turnaround', 'Analysis: 90th percentile', ({ turnaround }) => turnaround.steps.analysis.p90)
    expectRow('Rejections', 'Rejected of collected', ({ rejections }) => rejections.share)
    expectRow('Chairs', 'Booked', ({ chairs }) => chairs.booked)
    expectRow('Waits', 'Bias', ({ waits }) => waits.bias)
    for (const { test } of now.turnaround.byTest) {
      const of = (figures: Figures) => figures.turnaround.byTest.find((one) => one.test.code === test.code)
      expectRow('Turnaround by test', 'In time', (figures) => of(figures)?.share, test.name)
      expectRow(
        'Turnaround by test',
        'Turnaround: 90th percentile',
        (figures) => of(figures)?.total.p90,
        test.name,
      )
    }
    for (const { test } of now.findings.byTest) {
      const of = (figures: Figures) => figures.findings.byTest.find((one) => one.test.code === test.code)
      expectRow('Findings by test', 'Positive', (figures) => of(figures)?.positive, test.name)
    }
    const days = csv.rows.filter(
      ({ section, measure }) => section === 'By day' && measure === 'Tests released',
    )
    expect(days.map(({ from, value }) => [from, value])).toEqual(
      series.moments.map(({ from, released }) => [from, String(released)]),
    )
    const compared = csv.rows.filter(({ section }) => !/^By |by week$/.test(section ?? ''))
    expect(compared.filter(({ value }) => value !== '')).toHaveLength(figuresIn(now))
    expect(compared.filter((row) => row['period before'] !== '').length).toBeLessThanOrEqual(figuresIn(was))
    expect(csv.rows.filter((row) => !compared.includes(row) && row.value !== '')).toHaveLength(
      figuresIn(series),
    )
  })

  it('the CSV of figures has site, test and priority in columns, not in the name of the measure', async () => {
    const csv = await csvOf(`${february}&siteId=${sites[1]?.id}&test=FBC&priority=high`)
    expect(csv.body.startsWith('\ufeffsection,item,measure,unit,value,period before,from,to,site')).toBe(true)
    expect(csv.headers['content-disposition']).toBe(
      'attachment; filename="insights-2026-02-01-2026-02-28.csv"',
    )
    expect(csv.find('Visits', 'Visits')).toMatchObject([
      { site: sites[1]?.name, test: 'FBC', priority: 'high' },
    ])
    expect(csv.find('Waits', 'Called')).toMatchObject([{ test: '', priority: '' }])
    const byTest = csv.rows.filter(({ section }) => section === 'Visits by test')
    expect(new Set(byTest.map(({ item }) => item)).size).toBeGreaterThan(1)
    for (const row of byTest) expect(row).toMatchObject({ test: '', priority: 'high' })
    const besideMonth = await csvOf(`${february}&compareWith=month`)
    expect(besideMonth.find('Visits', 'Visits')).toMatchObject([
      { 'compared with': 'the month before', 'compared from': '2026-01-01', 'compared to': '2026-01-31' },
    ])
    expect(besideMonth.rows.at(-1)).toMatchObject({ 'period before': '', 'compared with': '' })
  })

  it('the CSV of figures contains no formula, whatever the name of a person or test', async () => {
    const { current } = await told(february)
    const [first] = current.staff
    const [test] = current.turnaround.byTest
    const formula = '=HYPERLINK("http://x.test","Rita")'
    await lab.pool.query('update account set full_name = $2 where id = $1', [first?.person.id, formula])
    await lab.pool.query('update test set catalogue_name = $2 where code = $1', [
      test?.test.code,
      '@SUM(1,2)',
    ])
    const { rows, body } = await csvOf(february)
    // A spreadsheet shows or hides the apostrophe and runs nothing.
    expect(body).toContain(`,"'=HYPERLINK(""http://x.test"",""Rita"")",`)
    expect(body).toContain(`,"'@SUM(1,2)",`)
    expect(rows.map(({ item }) => item)).toEqual(expect.arrayContaining([formula, '@SUM(1,2)']))
    expect(body).not.toMatch(/(^|,|\n)"?[=@+]/m)
    await lab.pool.query('update account set full_name = $2 where id = $1', [
      first?.person.id,
      first?.person.fullName,
    ])
    await lab.pool.query('update test set catalogue_name = $2 where code = $1', [
      test?.test.code,
      test?.test.name,
    ])
  })
})

describe('the figures as a PDF', () => {
  it('the PDF of figures is tagged, has page numbers, and contains the figures of the screen and of the period before', async () => {
    const answer = await get(`/report.pdf?${february}`)
    expect(answer.headers['content-type']).toBe('application/pdf')
    const source = answer.rawPayload.toString('latin1')
    for (const part of [
      '%PDF-1.7',
      '/StructTreeRoot',
      '/MarkInfo',
      '/Lang (en-GB)',
      '/ToUnicode',
      '/S /Table',
    ])
      expect(source).toContain(part)
    const count = source.match(/\/Type \/Page\n/g)?.length ?? 0
    expect(count).toBeGreaterThan(2)
    const texts = textsOf(answer.rawPayload)
    const { current, previous } = await told(february)
    for (let number = 1; number <= count; number++) expect(texts).toContain(`Page ${number} of ${count}`)
    expect(texts).toContain('1 February 2026 to 28 February 2026')
    expect(texts).toContain('Beside the 28 days before: 4 January 2026 to 31 January 2026.')
    const below = (title: string, places: number) => {
      const at = texts.indexOf(title)
      expect(at, title).toBeGreaterThan(-1)
      return texts.slice(at + 1, at + 1 + places)
    }
    expect(below('Visits', 2)).toEqual([current, previous].map(({ visits }) => String(visits.all)))
    expect(below('Tests released', 2)).toEqual(
      [current, previous].map(({ turnaround }) => String(turnaround.released)),
    )
    const [cell] = current.turnaround.cells
    const steps = texts.slice(texts.indexOf('Steps by test and priority'))
    expect(steps).toContain(`${cell?.test.name}, ${cell?.priority}`)
    expect(steps).toContain(`${cell?.test.name}, ${cell?.priority}: 90th percentile`)
    const [test] = current.findings.byTest
    const at = texts.indexOf('Findings by test')
    expect(texts.slice(at).slice(0, 14).join(' ')).toContain(`${test?.test.name} ${test?.reported}`)
    expect(texts.slice(-3)).toContain(`Page ${count} of ${count}`)
  })

  it('the PDF of figures names the filter, and says so if the period is empty', async () => {
    const { rawPayload } = await get('/report.pdf?from=2020-01-01&to=2020-01-01&priority=high')
    const texts = textsOf(rawPayload)
    expect(texts).toContain('1 January 2020')
    expect(texts).toContain('Only high priority; staff, chairs and waits are of all.')
    expect(texts).toContain('Nothing in this period.')
  })
})

describe('access to the reports of figures', () => {
  it('reports of figures are for staff with the permission, limited to their sites', async () => {
    const [patient, technician] = [await lab.signUpPatient(), await lab.makeStaff('technician')]
    const own = await lab.makeStaff('admin')
    await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
      own.accountId,
      sites[0]?.id,
    ])
    for (const path of ['/csv', '/report.pdf']) {
      expect((await lab.call('GET', `/api/insights${path}?${february}`)).statusCode).toBe(401)
      for (const by of [patient, technician])
        expect((await get(`${path}?${february}`, by)).statusCode).toBe(403)
      expect((await get(`${path}?${february}&siteId=${sites[1]?.id}`, own)).statusCode).toBe(400)
      expect((await get(`${path}?from=2026-02-02&to=2026-02-01`)).statusCode).toBe(400)
    }
    const asked = (await get(`/csv?${february}&siteId=${sites[0]?.id}`)).body
    expect((await get(`/csv?${february}`, own)).body).toBe(asked)
    expect(textsOf((await get(`/report.pdf?${february}`, own)).rawPayload)).toContain(
      `Site: ${sites[0]?.name}.`,
    )
  })
})

describe('the monthly figures by e-mail', () => {
  const wants = (by: Person, monthly = true) =>
    lab.call('PUT', '/api/insights/mail', { by, body: { monthly } })
  const reportsTo = async (person: Person) =>
    (await lab.mailsTo(person.email)).filter(({ subject }) => / (in|en) /.test(subject))
  const count = async (table: string) =>
    (await lab.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n as number

  it('staff with access to figures subscribe to the monthly mail for themselves only', async () => {
    const other = await lab.makeStaff('admin')
    expect((await wants(manager)).json()).toEqual({ monthly: true })
    expect((await get('/mail')).json()).toEqual({ monthly: true })
    expect((await get('/mail', other)).json()).toEqual({ monthly: false })
    expect((await wants(manager)).statusCode).toBe(200)
    expect((await wants(manager, false)).json()).toEqual({ monthly: false })
    const { rows } = await lab.pool.query(
      "select after from audit where action = 'preferences.changed' and account_id = $1 order by position",
      [manager.accountId],
    )
    expect(rows.map(({ after }) => after)).toEqual([{ insightsByMail: true }, { insightsByMail: false }])
    for (const by of [await lab.signUpPatient(), await lab.makeStaff('technician')]) {
      expect((await wants(by)).statusCode).toBe(403)
      expect((await get('/mail', by)).statusCode).toBe(403)
    }
    expect(await count('insight_subscription')).toBe(0)
  })

  it('the monthly figures are sent once, at seven on the first, for the sites of the recipient', async () => {
    const [own, gone, demoted, later] = [
      await lab.makeStaff('admin', { fullName: 'Esi Own' }),
      await lab.makeStaff('admin'),
      await lab.makeStaff('technician'),
      await lab.makeStaff('admin'),
    ]
    await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
      own.accountId,
      sites[0]?.id,
    ])
    await lab.pool.query("update account set permissions = '{insights}' where id = $1", [demoted.accountId])
    await lab.pool.query("update account set language = 'fr' where id = $1", [manager.accountId])
    for (const by of [manager, own, gone, demoted]) expect((await wants(by)).statusCode).toBe(200)
    await lab.pool.query("update account set permissions = '{release}' where id = $1", [demoted.accountId])
    await lab.pool.query("update account set status = 'Deactivated', deactivated_at = now() where id = $1", [
      gone.accountId,
    ])

    const reports = (await get('?from=2026-03-01&to=2026-03-31')).json() as Insights
    lab.clock.set('2026-04-01T06:59:00Z')
    await mailMonthlyReports(lab.context)
    expect(await count('insight_mail')).toBe(0)
    lab.clock.set('2026-04-01T07:00:00Z')
    await mailMonthlyReports(lab.context)
    // The days of March are not summed yet.
    expect(await count('insight_mail')).toBe(0)
    await rollUp(lab.context)
    await Promise.all([mailMonthlyReports(lab.context), mailMonthlyReports(lab.context)])
    await mailMonthlyReports(lab.context)
    expect(await count('insight_mail')).toBe(2)

    const [mail, ...more] = await reportsTo(manager)
    expect(more).toEqual([])
    expect(mail?.subject).toContain('mars 2026')
    expect(mail?.text).toMatch(new RegExp(`Visites\\s: ${reports.current.visits.all} \\(avant`))
    const [theirs, ...others] = await reportsTo(own)
    expect(others).toEqual([])
    expect(theirs?.subject).toContain('March 2026')
    expect(theirs?.text).toContain('period=custom&from=2026-03-01&to=2026-03-31')
    expect(theirs?.raw).toContain('insights-2026-03.pdf')
    for (const person of [gone, demoted, later]) expect(await reportsTo(person)).toEqual([])
    // The mail is sent by e-mail only, and has no notice in the product.
    expect(await count('notice')).toBe(0)
    const { rows } = await lab.pool.query('select pdf from insight_mail where account_id = $1', [
      own.accountId,
    ])
    expect(textsOf(rows[0].pdf)).toContain(`Site: ${sites[0]?.name}.`)
    expect(textsOf(rows[0].pdf)).toContain('Beside the month before: 1 February 2026 to 28 February 2026.')

    // A subscription on the second of April starts with the mail about April, sent in May.
    lab.clock.set('2026-04-02T09:00:00Z')
    const asked = await lab.makeStaff('admin')
    expect((await wants(asked)).statusCode).toBe(200)
    await mailMonthlyReports(lab.context)
    expect(await count('insight_mail')).toBe(2)
    lab.clock.set('2026-05-02T09:00:00Z')
    await mailMonthlyReports(lab.context)
    expect(await count('insight_mail')).toBe(5)
    expect(await reportsTo(asked)).toHaveLength(1)
    expect(await reportsTo(manager)).toHaveLength(2)
  })

  it('the monthly figures are not sent to people who lost the permission before delivery', async () => {
    lab.clock.set('2026-06-02T09:00:00Z')
    const technician = await lab.makeStaff('technician')
    const may = (permissions: string) =>
      lab.pool.query('update account set permissions = $2 where id = $1', [technician.accountId, permissions])
    await may('{insights}')
    await wants(technician)
    lab.clock.set('2026-07-02T09:00:00Z')
    await mailMonthlyReports(lab.context)
    await may('{release}')
    expect(await reportsTo(technician)).toEqual([])
    const { rows } = await lab.pool.query('select account_id, pdf is null as empty from insight_mail')
    expect(rows.filter(({ account_id }) => account_id === technician.accountId)).toMatchObject([
      { empty: false },
    ])
    // The reports of April were sent long ago.
    expect(rows.some(({ empty }) => empty)).toBe(true)
  })
})
