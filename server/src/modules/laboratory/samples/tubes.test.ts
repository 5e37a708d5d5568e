import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BenchTest } from '#server/modules/catalogue/index.ts'
import { tubesFor } from './tubes.ts'

const catalogue: BenchTest[] = JSON.parse(
  readFileSync(new URL('../../../../data/tests.json', import.meta.url), 'utf8'),
)
const of = (...codes: string[]) =>
  tubesFor(
    codes.map((code) => catalogue.find((test) => test.code === code)).filter((test) => test !== undefined),
  )

describe('the tubes of a visit', () => {
  it('tests of one specimen and one additive share a tube', () => {
    expect(of('FBC', 'MPS', 'SICK', 'BG', 'ESR').map((tube) => tube.tests.map((test) => test.code))).toEqual([
      ['FBC', 'MPS', 'SICK', 'BG', 'ESR'],
    ])
    expect(of('LFT', 'KFT', 'BUE', 'HBV', 'VDRL', 'TYPH')).toHaveLength(1)
  })

  it('tubes are drawn serum first, then EDTA, then fluoride, and other specimens last', () => {
    expect(of('URE', 'GLU', 'FBC', 'LFT').map((tube) => tube.tests.map((test) => test.code))).toEqual([
      ['LFT'],
      ['FBC'],
      ['GLU'],
      ['URE'],
    ])
  })

  it('every test of the catalogue is in exactly one tube', () => {
    const all = tubesFor(catalogue)
    expect(all.flatMap((tube) => tube.tests.map((test) => test.code)).sort()).toEqual(
      catalogue.map((test) => test.code).sort(),
    )
  })
})
