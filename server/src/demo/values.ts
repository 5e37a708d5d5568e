import type { Gender } from '#contract/options.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import { normalQuantile } from '#simulation/normal.ts'
import type { Random } from '#simulation/random.ts'

/** Plausible values: most are within the interval of the person, some outside, and a few critical. Not based on survey data. */

export type Given = { code: string; number: number | null; text: string | null }
type Tested = { gender: Gender; age: number; fasting: boolean }

/** Values for the entered analytes of a panel; the product calculates the others. */
export function plausibleValues(panel: readonly Analyte[], tested: Tested, random: Random): Given[] {
  const values = new Map<string, number | string>()
  const ill = random() < 0.15
  for (const analyte of panel) {
    const value = drawValue(analyte, tested, random, ill)
    if (value !== null) values.set(analyte.code, value)
  }
  agree(values, random)
  return panel.flatMap(({ code, decimals, lowest, highest }): Given[] => {
    const value = values.get(code)
    if (value === undefined) return []
    if (typeof value === 'string') return [{ code, number: null, text: value }]
    const scale = 10 ** (decimals ?? 0)
    const number = Math.round(Math.min(highest ?? value, Math.max(lowest ?? value, value)) * scale) / scale
    return [{ code, number, text: null }]
  })
}

/** Analytes that the product calculates, and those that are only entered after a positive result. */
const leftOut =
  /^(MCV|MCHC?|(NEUT|LYMPH|MONO|EO|BASO)#|GLOBULIN|EGFR|MALARIA-(SPECIES|PARASITE-.*)|INFECTED-RED-CELLS|VDRL-RPR-TITRE|H-PYLORI-STOOL-ANTIGEN|SARS2-AG)$/

function drawValue(analyte: Analyte, tested: Tested, random: Random, ill: boolean): number | string | null {
  const { code } = analyte
  const share = random()
  const shift = ill && random() < 0.25 ? (random() < 0.5 ? -1 : 1) * (1 + 2.5 * random() ** 3) : 0
  if (leftOut.test(code)) return null
  if (code === (tested.fasting ? 'RANDOM-BLOOD-GLUCOSE' : 'FASTING-BLOOD-GLUCOSE')) return null
  if (analyte.kind === 'text') return 'None seen'
  if (analyte.kind === 'quantity') return measured(analyte, tested, share, shift)
  return answered(analyte, share, shift !== 0)
}

function measured({ ranges, code }: Analyte, tested: Tested, share: number, shift: number): number | null {
  const range =
    ranges.find(
      ({ sex, ageMinYears = 0, ageMaxYears = 200 }) =>
        (sex === 'any' || sex === tested.gender) && tested.age >= ageMinYears && tested.age < ageMaxYears,
    ) ?? ranges.at(-1)
  if (!range) return null
  const { low, high } = range
  const z = normalQuantile(share) / 2.3 + shift
  // Values without a relevant lower limit are mostly low.
  if (high !== undefined && (low === undefined || low < high / 4)) {
    const most = code.startsWith('URE-') && high === 0 ? 1 : Math.max(high, 1e-9)
    return (low ?? 0) + (most - (low ?? 0)) * Math.exp(z * 0.8 - 1)
  }
  if (low === undefined) return null
  if (high === undefined) return low * (1.1 + 0.15 * z)
  return (low + high) / 2 + ((high - low) / 2) * z
}

const usual: Readonly<Record<string, readonly string[]>> = {
  'ABO-GROUP': ['O', 'O', 'O', 'O', 'O', 'B', 'B', 'A', 'A', 'AB'],
  RH: [
    'Positive',
    'Positive',
    'Positive',
    'Positive',
    'Positive',
    'Positive',
    'Positive',
    'Positive',
    'Negative',
  ],
  'URE-COLOUR': ['Straw', 'Yellow', 'Yellow', 'Amber'],
}

/** From a list: nearly always a normal answer, else any of the others. */
function answered(
  { code, options, normalOptions, criticalOptions }: Analyte,
  share: number,
  ill: boolean,
): string {
  const among = usual[code] ?? normalOptions ?? options
  const abnormal = options.filter(
    (one) => !normalOptions?.includes(one) && !/invalid|other|indeterminate/i.test(one),
  )
  const chance = normalOptions === null || usual[code] ? 0 : criticalOptions ? 0.12 : ill ? 0.4 : 0.03
  const list = share < chance && abnormal.length > 0 ? abnormal : among
  const within = share < chance ? share / chance : (share - chance) / (1 - chance)
  // The mild answers come first in a list and are the most frequent.
  return list[Math.floor((share < chance ? within ** 2 : within) * list.length)] ?? list[0] ?? ''
}

/** Makes related values consistent. */
function agree(values: Map<string, number | string>, random: Random): void {
  const number = (code: string) => {
    const value = values.get(code)
    return typeof value === 'number' ? value : null
  }
  const red = number('RBC')
  if (red !== null) {
    const volume = 91 + 4 * normalQuantile(random())
    values.set('HCT', (red * volume) / 10)
    values.set('HGB', (red * volume * (33 + 0.6 * normalQuantile(random()))) / 1000)
  }
  const white = ['NEUT%', 'LYMPH%', 'MONO%', 'EO%', 'BASO%']
  const sum = white.reduce((all, code) => all + (number(code) ?? 0), 0)
  if (sum > 0) for (const code of white) values.set(code, ((number(code) ?? 0) / sum) * 100)
  const [total, direct] = [number('TOTAL-BILIRUBIN'), number('DIRECT-BILIRUBIN')]
  if (total !== null && direct !== null) values.set('DIRECT-BILIRUBIN', Math.min(direct, total * 0.4))
  const parasites = values.get('MALARIA-PARASITES')
  if (typeof parasites === 'string' && parasites.includes('(')) {
    values.set('MALARIA-SPECIES', 'P. falciparum')
    values.set('MALARIA-PARASITE-STAGE', 'Trophozoites')
    values.set('MALARIA-PARASITE-DENSITY', 200 * 8 ** (parasites.split('+').length - 2))
  }
}
