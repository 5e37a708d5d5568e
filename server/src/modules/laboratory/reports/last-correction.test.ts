import { describe, expect, it } from 'vitest'
import type { ReportContent } from '#contract/reports.ts'
import { lastCorrection } from './last-correction.ts'

type Tested = ReportContent['tests'][number]

const by = { reason: 'Mixed up', by: 'Rita' }
const test = (name: string, changes: Partial<Tested> = {}) =>
  ({ name, accession: name, releasedAt: '9 Mar', correction: null, withdrawn: null, ...changes }) as Tested
const report = (version: number, ...tests: Tested[]) => ({ version, tests }) as ReportContent

describe('the last correction of a report', () => {
  it('a report whose versions only add tests has no correction', () => {
    expect(lastCorrection([])).toBeNull()
    expect(lastCorrection([report(1, test('FBC'))])).toBeNull()
    expect(lastCorrection([report(2, test('FBC'), test('MPS')), report(1, test('FBC'))])).toBeNull()
  })

  it('the last correction is the version that made it, not later ones that repeat it', () => {
    const corrected = test('FBC', { correction: by })
    const history = [
      report(3, corrected, test('MPS')),
      report(2, corrected, test('BUE')),
      report(1, test('FBC'), test('BUE')),
    ]
    expect(lastCorrection(history)).toEqual({ version: 2, withdrawn: false, tests: ['FBC'] })
  })

  it('the later of two corrections counts, and it says whether results were withdrawn', () => {
    const again = test('FBC', { correction: by, releasedAt: '10 Mar' })
    const gone = test('FBC', { withdrawn: { ...by, at: '11 Mar' } })
    const history = [report(2, test('FBC', { correction: by })), report(1, test('FBC'))]
    expect(lastCorrection([report(3, again), ...history])?.version).toBe(3)
    expect(lastCorrection([report(4, gone), report(3, again), ...history])).toEqual({
      version: 4,
      withdrawn: true,
      tests: ['FBC'],
    })
  })

  it('a test that was renamed in the catalogue before its correction is the same test', () => {
    const fbc = (name: string, changes: Partial<Tested> = {}) =>
      test(name, { code: 'FBC', accession: 'first', ...changes })
    const history = [
      report(2, fbc('Complete Blood Count', { correction: by })),
      report(1, fbc('Full Blood Count')),
    ]
    expect(lastCorrection(history)?.tests).toEqual(['Complete Blood Count'])
  })

  it('first results after a rejected sample are no correction', () => {
    const other = test('FBC', { accession: 'second', correction: by })
    expect(lastCorrection([report(2, other), report(1, test('MPS'))])).toBeNull()
  })
})
