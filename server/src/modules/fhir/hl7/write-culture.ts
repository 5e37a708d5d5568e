import type { ReportedCulture } from '#contract/reports.ts'
import { growthAmounts, methodUnits } from '#contract/susceptibility.ts'
import type { ObservationRow } from '../queries-reports.ts'
import { parts, said, segment } from './write-segment.ts'

/**
 * A culture: an OBX for each isolate, which OBX-4 numbers, and an OBR with the antibiogram of each isolate, which refers to the isolate by
 * OBR-26 and to the culture by OBR-29 (HL7 chapter 7).
 */

const organismCode = '6463-4^Bacteria identified in Specimen by Culture^LN'
const antibiogramCode = '18769-0^Microbial susceptibility tests Set^LN'

type Isolate = ReportedCulture['isolates'][number]
type Writing = {
  test: { culture: ReportedCulture | null }
  values: readonly ObservationRow[]
  placer: string
  filler: string
  /** OBR-25 of the test. */
  state: string
  /** The number of the OBR of the test. */
  from: number
  /** Fields of each OBR. */
  obr: Readonly<Record<number, string>>
  /** The number of OBX segments before those of the isolates. */
  observed: number
}

export function cultureSegments({ test, values, placer, filler, state, from, obr, observed }: Writing) {
  // The isolates of a withdrawn culture are sent as they were last reported, marked as wrong.
  const last: ReportedCulture | null | undefined = test.culture ?? values[0]?.test.culture
  const isGone = test.culture == null || values.some(({ status }) => status === 'entered-in-error')
  const isolates = last?.isolates ?? []
  const [number = '', authority = ''] = filler.split('^')
  return {
    isolates: isolates.flatMap((isolate, at) => [
      segment('OBX', {
        ...{ 1: observed + at + 1, 2: 'CE', 3: organismCode, 4: isolate.number },
        ...{ 5: isGone ? '' : parts('', isolate.organism), 11: isGone ? 'W' : state },
      }),
      ...(isGone ? [] : notesOf(isolate)),
    ]),
    antibiograms: isolates
      .filter(({ antibiogram }) => antibiogram.some(({ isShown }) => isShown))
      .flatMap((isolate, at) => [
        segment('OBR', {
          ...{ ...obr, 1: from + at + 1, 3: `${number}-${isolate.number}^${authority}`, 4: antibiogramCode },
          26: `${organismCode.replaceAll('^', '&')}^${isolate.number}^${isGone ? '' : said(isolate.organism)}`,
          29: `${placer.replaceAll('^', '&')}^${number}&${authority}`,
        }),
        ...isolate.antibiogram
          .filter(({ isShown }) => isShown)
          .map((tested, index) => antibiotic(tested, index + 1, isGone ? 'W' : state)),
      ]),
  }
}

/** A tested antibiotic: its zone or its inhibitory concentration, and its category in OBX-8. */
function antibiotic(
  { antibiotic: name, method, comparator, value, category }: Isolate['antibiogram'][number],
  at: number,
  state: string,
): string {
  const isGone = state === 'W'
  const isMeasured = value !== null && method !== null
  const text = isMeasured ? parts(comparator, String(value)) : said(category)
  return segment('OBX', {
    ...{ 1: at, 2: isMeasured ? 'SN' : 'ST', 3: parts(name, name, 'PHIAL'), 5: isGone ? '' : text },
    ...{ 6: isMeasured ? methodUnits[method] : '', 8: isGone ? '' : category, 11: state },
  })
}

function notesOf({ amount, comment }: Isolate): string[] {
  const texts = [amount === '' ? '' : growthAmounts[amount], comment]
  return texts
    .filter((text) => text !== '')
    .map((text, index) => segment('NTE', { 1: index + 1, 2: 'L', 3: said(text) }))
}
