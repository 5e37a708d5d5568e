import { describe, expect, it } from 'vitest'
import type { ReportContent } from '#contract/reports.ts'
import { lastCorrection } from './last-correction.ts'

type Tested = ReportContent['tests'][number]

const by = { reason: 'Mixed up', by: 'Rita' }
const test = (name: string, changes: Partial<Tested> = {}) =>
  ({ name, accession: name, releasedAt: '9 Mar', correction: null, withdrawn: null, ...changes }) as Tested
const report = (version: number, ...tests: Tested[]) => ({ version, tests }) as ReportContent

describe('the last correction of a report', () => {
  it('is none where versions only add what was released since', () => {
    expect(lastCorrection([])).toBeNull()
    expect(lastCorrection([report(1, test('FBC'))])).toBeNull()
    expect(lastCorrection([report(2, test('FBC'), test('MPS')), report(1, test('FBC'))])).toBeNull()
  })

  it('is the version that brought it, not those that took it over', () => {
    const corrected = test('FBC', { correction: by })
    const history = [
      report(3, corrected, test('MPS')),
      report(2, corrected, test('BUE')),
      report(1, test('FBC'), test('BUE')),
    ]
    expect(lastCorrection(history)).toEqual({ version: 2, withdrawn: false, tests: ['FBC'] })
  })

  it('is the later one of two, and says where results were taken back', () => {
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

  it('is none of a test that has its first results after a sample was rejected', () => {
    const other = test('FBC', { accession: 'second', correction: by })
    expect(lastCorrection([report(2, other), report(1, test('MPS'))])).toBeNull()
  })
})
