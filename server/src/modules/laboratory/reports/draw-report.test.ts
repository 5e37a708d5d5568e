import { expect, it } from 'vitest'
import { type ReportContent, reportContent } from '#contract/reports.ts'
import { printable } from '#server/platform/paper/faces.ts'
import { printableLogo } from '#server/platform/paper/printable-logo.ts'
import { pagesIn, placesOf, textsOf } from '../../../../tests/read-pdf.ts'
import { pngFile } from '../../../../tests/sample-files.ts'
import { drawReport } from './draw-report.ts'
import { drawRollReport } from './draw-roll-report.ts'

const result = {
  code: 'HGB',
  name: 'Haemoglobin',
  value: '9.3',
  number: 9.3,
  unit: 'g/dL',
  range: '12.0–15.0',
  low: 12,
  high: 15,
  flag: 'L',
  flagWords: 'Low',
  before: null,
} as const

/** A report as frozen by the first version, with fewer fields; its only test has `rows` results. */
const content = (rows: number, name = 'Ama Mensah'): ReportContent =>
  reportContent.parse({
    version: 1,
    status: 'final',
    code: 'ABCDEFGH12345678',
    laboratory: { name: 'Phial Laboratory', address: '', phone: '', email: '' },
    site: 'Main',
    patient: { fullName: name, age: 34, gender: 'female', reference: 'ABCD1234' },
    issuedAt: '9 Mar 2026, 08:30',
    timeZone: 'Africa/Accra',
    waitingFor: [],
    singlePersonRelease: false,
    tests: [
      {
        name: 'Full Blood Count',
        specimen: 'Blood',
        accession: '01260309000017',
        collectedAt: '9 Mar 2026, 08:00',
        receivedAt: null,
        enteredBy: 'Hana',
        releasedBy: 'Rita',
        releasedAt: '9 Mar 2026, 08:30',
        correction: null,
        results: Array.from({ length: rows }, (_, index) => ({ ...result, code: `A${index}` })),
      },
    ],
  })

/** A number of text results. */
const inWords = (rows: number, value: string): ReportContent => {
  const report = content(rows)
  const said = { value, number: null, unit: '', flag: '', flagWords: '' } as const
  return {
    ...report,
    tests: report.tests.map((test) => ({
      ...test,
      results: test.results.map((one) => ({ ...one, ...said })),
    })),
  }
}

const draw = (report: ReportContent, logo: Buffer | null = null) =>
  drawReport(report, {
    verifyUrl: 'http://lab.test/verify/ABCDEFGH12345678',
    at: new Date('2026-03-09T08:30:00Z'),
    logo,
  })
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length

it('the same report is drawn to the same bytes, whatever was drawn in between', async () => {
  const first = await draw(content(18))
  await draw(content(3, 'Ɔdehyeɛ Ŋmɛ'))
  expect((await draw(content(18))).equals(first)).toBe(true)
})

it('a report prints the person number unless it was issued without one', async () => {
  const report = content(1)
  const patient = { ...report.patient, personNumber: 'P000000018' }
  const before = textsOf(await draw(report)).join(' ')
  const now = textsOf(await draw({ ...report, patient })).join(' ')
  expect(before).not.toContain('Person')
  expect(now).toContain('Person number P000000018')
  expect(now).toContain('Ama Mensah  ·  P000000018  ·  ABCD1234')
})

it('a report says that the date of birth is needed where it is missing for the choice of an interval', async () => {
  const report = content(1)
  const tests = report.tests.map((test) => ({
    ...test,
    results: test.results.map((result) => ({ ...result, range: '', birthNeeded: true })),
  }))
  const said = 'Interval not chosen: date of birth needed'
  expect(textsOf(await draw({ ...report, tests })).join(' ')).toContain(said)
  expect(textsOf(await draw(report)).join(' ')).not.toContain(said)
})

it('a full blood count fits on one page, and a longer report continues on the next', async () => {
  expect(pagesOf(await draw(content(18)))).toBe(1)
  expect(pagesOf(await draw(content(90)))).toBe(3)
})

it('each page of a long report has the patient’s name, its page number and the page count, and repeats the titles', async () => {
  const report = content(90)
  const patient = { ...report.patient, personNumber: 'P000000018' }
  const pages = pagesIn(await draw({ ...report, patient }))
  expect(pages).toHaveLength(3)
  pages.forEach((texts, index) => {
    expect(texts).toContain(`Page ${index + 1} of 3`)
    // At the foot of all pages, and at the head of the pages after the first.
    const named = texts.filter((text) => text === 'Ama Mensah  ·  P000000018  ·  ABCD1234')
    expect(named).toHaveLength(index === 0 ? 1 : 2)
    for (const title of ['Test', 'Result', 'Unit', 'Remark', 'Reference interval', 'low', 'high'])
      expect(texts).toContain(title)
  })
})

it('a screen reader does not read the repeated titles as a second head of the table', async () => {
  const heads = (await draw(content(90))).toString('latin1').match(/\/S \/TH\n/g)
  expect(heads).toHaveLength(5)
})

it('the flagged results are listed before the tables, critical ones first, with a symbol beside the words', async () => {
  const report = content(8)
  const flagged = {
    ...report,
    tests: report.tests.map((test) => ({
      ...test,
      results: test.results.map((one, index) => {
        if (index === 7)
          return { ...one, name: 'Platelets', flag: 'LL' as const, flagWords: 'Critically low' }
        return index === 0 ? one : { ...one, flag: '' as const, flagWords: '' }
      }),
    })),
  }
  const texts = textsOf(await draw(flagged))
  const at = (text: string) => texts.indexOf(text)
  expect(at('Flagged: 2 of 8 results')).toBeGreaterThan(0)
  expect(at('▼▼ Critically low: Platelets 9.3 g/dL')).toBe(at('Flagged: 2 of 8 results') + 1)
  expect(at('▼ Low: Haemoglobin 9.3 g/dL')).toBe(at('Flagged: 2 of 8 results') + 2)
  expect(at('Full Blood Count')).toBeGreaterThan(at('▼ Low: Haemoglobin 9.3 g/dL'))
  expect(texts).toContain('▼▼ Critically low')
})

it('a report without flagged results states that', async () => {
  const report = content(8)
  const usual = { value: '13.1', number: 13.1, flag: '', flagWords: '' } as const
  const tests = report.tests.map((test) => ({
    ...test,
    results: test.results.map((one) => ({ ...one, ...usual })),
  }))
  const said = 'No result lies outside its reference interval.'
  expect(textsOf(await draw({ ...report, tests }))).toContain(said)
  expect(textsOf(await draw(report))).not.toContain(said)
})

it('decimal points are aligned', async () => {
  const report = content(3)
  const values = ['9.3', '138', '0.25']
  const tests = report.tests.map((test) => ({
    ...test,
    results: test.results.map((one, index) => ({ ...one, value: values[index] ?? '', flag: '' as const })),
  }))
  const placed = placesOf(await draw({ ...report, tests }))
  const [ones, hundreds, hundredths] = values.map(
    (value) => placed.find(({ text }) => text === value)?.x ?? 0,
  )
  expect(hundredths).toBeCloseTo(ones ?? 0, 1)
  expect((ones ?? 0) - (hundreds ?? 0)).toBeGreaterThan(8)
})

it('the PDF embeds its fonts, is PDF/A, and is tagged for screen readers', async () => {
  const pdf = (await draw(content(18))).toString('latin1')
  expect(pdf.match(/\/FontFile2 /g)).toHaveLength(2)
  expect(pdf).toMatch(/pdfaid:part>3<|pdfaid:part="3"/)
  expect(pdf).toMatch(/pdfaid:conformance>A<|pdfaid:conformance="A"/)
  for (const part of ['/OutputIntents', '/StructTreeRoot', '/MarkInfo', '/Lang (en-GB)', '/ToUnicode'])
    expect(pdf).toContain(part)
})

it('both fonts have the letters of Ghana’s languages, and missing letters are marked', async () => {
  const names = 'Ɔdehyeɛ Ŋmɛ Ƒoli Ɣe Ʋu Ɖe ã̀ ɔ́ Ɛ́ ĩ Dzigbɔdi Łukasz Şükrü Ærø'
  for (const weight of ['plain', 'bold'] as const) {
    expect(printable(names, weight)).toBe(names)
    expect(printable('李 Mensah', weight)).toBe('\ufffd Mensah')
  }
  expect(pagesOf(await draw(content(1, '李 Mensah')))).toBe(1)
})

it('a result of several lines gets the height of its lines, so that results do not overlap', async () => {
  const short = pagesOf(await draw(inWords(30, 'No growth')))
  expect(short).toBe(1)
  expect(pagesOf(await draw(inWords(30, 'No growth\nafter 48 h\nin air')))).toBeGreaterThan(1)
  expect(pagesOf(await draw(inWords(1, 'x\n'.repeat(250))))).toBeGreaterThan(1)
})

it('the logo is on each page, once in the file, and does not move the content', async () => {
  const printable = await printableLogo({ type: 'image/png', content: pngFile() })
  if ('fault' in printable) throw new Error(printable.fault)
  const pdf = await draw(content(90, 'A long name '.repeat(12)), printable.print)
  expect(pagesOf(pdf)).toBe(3)
  expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  expect(pdf.toString('latin1').match(/\/XObject/g)?.length).toBeGreaterThanOrEqual(3)
})

it('a report on a roll says what the page says of the order, the sample, the people and the attached files', async () => {
  const report = content(1)
  const texts = textsOf(
    await drawRollReport(
      {
        ...report,
        laboratory: { ...report.laboratory, foot: 'Results are not given by phone.' },
        copyTo: 'Ridge Clinic',
        order: {
          clinicalDetails: 'Tired for weeks',
          diagnosis: 'Anaemia',
          fasting: 'fasting',
          pregnancyWeek: 22,
          medication: 'Iron',
        },
        tests: report.tests.map((test) => ({
          ...test,
          rejected: [{ accession: '01260309000009', at: '8 Mar 2026, 08:00', reason: 'Clotted' }],
          results: test.results.map((one) => ({ ...one, birthNeeded: true })),
          attachments: [{ id: 'a', name: 'film.png', type: 'image/png', picture: 'ab' }],
        })),
      },
      { verifyUrl: 'http://lab.test/verify/ABCDEFGH12345678', mark: 'Copy', at: new Date(0) },
    ),
  ).join(' ')
  for (const said of [
    'Copy to: Ridge Clinic.',
    'Clinical details: Tired for weeks',
    'Diagnosis: Anaemia',
    'Fasting. Week 22 of pregnancy. Medication: Iron.',
    'An earlier sample, 01260309000009, was rejected',
    'Entered by Hana. Reviewed and released by Rita',
    'film.png',
    'date of birth needed',
    'Results are not given by phone.',
  ])
    expect(texts).toContain(said)
})
