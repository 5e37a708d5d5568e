import { expect, it } from 'vitest'
import { reportContent } from '#contract/reports.ts'
import { cumulativeOf } from './cumulative.ts'

const of = (number: number, tests: Record<string, string[]>) => ({
  visitId: `visit ${number}`,
  collected: { [`tube ${number}`]: `2026-03-0${number}T08:00:00.000Z` },
  isOpen: true,
  report: reportContent.parse({
    ...{ version: 1, status: 'final', code: 'ABCDEFGH12345678', site: 'Main', waitingFor: [] },
    laboratory: { name: 'Phial Laboratory', address: '', phone: '', email: '' },
    patient: { fullName: 'Ama Mensah', age: 34, gender: 'female', reference: 'ABCD1234' },
    ...{ issuedAt: '', timeZone: 'Africa/Accra', singlePersonRelease: false },
    tests: Object.entries(tests).map(([name, codes]) => ({
      ...{ name, specimen: 'Blood', accession: `tube ${number}`, collectedAt: '', receivedAt: null },
      ...{ enteredBy: 'Hana', releasedBy: 'Rita', releasedAt: '', correction: null },
      results: codes.map((code) => ({
        ...{ code, name: code, value: `${number}`, number, unit: 'mmol/L', range: '' },
        ...{ low: null, high: null, flag: '', flagWords: '', before: null },
      })),
    })),
  }),
})
const namesOf = ({ rows }: ReturnType<typeof cumulativeOf>) =>
  rows.map(({ test, code }) => `${test}: ${code}`)

it('quantities of a test are together, also those that only an earlier report has, and two tests can share a quantity', () => {
  const table = cumulativeOf([
    of(2, { Fasting: ['GLU'], Tolerance: ['GLU'] }),
    of(1, { Fasting: ['GLU', 'HBA1C'] }),
  ])
  expect(namesOf(table)).toEqual(['Fasting: GLU', 'Fasting: HBA1C', 'Tolerance: GLU'])
})

it('says whether older samples are left out, and has all without a limit', () => {
  const reports = [3, 2, 1].map((number) => of(number, { Fasting: ['GLU'] }))
  const cut = cumulativeOf(reports, 2)
  expect([cut.older, cut.rows[0]?.cells.map((cell) => cell?.value)]).toEqual([true, ['3', '2']])
  expect(cumulativeOf(reports, 3).older).toBe(false)
  expect(cumulativeOf(reports).columns).toHaveLength(3)
})
