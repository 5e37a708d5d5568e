import { keysOf } from './keys-of.ts'
/**
 * The interpretation of antibiograms: measured values, breakpoints, expert rules, and the antibiotics that a report shows. All functions
 * are pure. The server stores their results, and the screen shows them while values are typed.
 */

export const organismGroups = {
  enterobacterales: 'Enterobacterales',
  pseudomonas: 'Pseudomonas',
  acinetobacter: 'Acinetobacter',
  staphylococcus: 'Staphylococcus',
  streptococcus: 'Streptococcus',
  enterococcus: 'Enterococcus',
  haemophilus: 'Haemophilus and Moraxella',
  neisseria: 'Neisseria',
  anaerobe: 'Anaerobes',
  yeast: 'Yeasts',
  other: 'Other organisms',
} as const
export type OrganismGroup = keyof typeof organismGroups
export const organismGroupNames = keysOf(organismGroups)

export const cultureSpecimens = {
  blood: 'Blood',
  urine: 'Urine',
  stool: 'Stool',
  wound: 'Wound and pus',
  respiratory: 'Respiratory tract',
  genital: 'Genital tract',
  fluid: 'Sterile fluids',
  other: 'Other specimens',
} as const
export type CultureSpecimen = keyof typeof cultureSpecimens
export const cultureSpecimenNames = keysOf(cultureSpecimens)

/** Amounts of growth of an isolate. Colony counts are for urine. */
export const growthAmounts = {
  '': 'Not stated',
  scanty: 'Scanty growth',
  light: 'Light growth',
  moderate: 'Moderate growth',
  heavy: 'Heavy growth',
  below_1e3: 'Below 1,000 CFU/mL',
  from_1e3: '1,000 to 10,000 CFU/mL',
  from_1e4: '10,000 to 100,000 CFU/mL',
  from_1e5: '100,000 CFU/mL or more',
} as const
export type GrowthAmount = keyof typeof growthAmounts
export const growthAmountNames = keysOf(growthAmounts)

export const methods = ['zone', 'mic'] as const
export type Method = (typeof methods)[number]
/** Zone diameters are in mm, minimum inhibitory concentrations in mg/L. */
export const methodUnits = { zone: 'mm', mic: 'mg/L' } as const satisfies Record<Method, string>

export const categories = { S: 'Susceptible', I: 'Susceptible, increased exposure', R: 'Resistant' } as const
export type SusceptibilityCategory = keyof typeof categories
type Category = SusceptibilityCategory
export const categoryNames = keysOf(categories)

export const comparators = ['', '<', '<=', '>', '>='] as const
export type Comparator = (typeof comparators)[number]

export type Measure = { method: Method; comparator: Comparator; value: number }

/** `exclusive`: R lies beyond its breakpoint (EUCAST). `inclusive`: the breakpoint of R is itself resistant (CLSI). */
export const notations = ['exclusive', 'inclusive'] as const
export type Notation = (typeof notations)[number]

export type Breakpoint = {
  line: number
  /** A group or the code of an organism. */
  appliesTo: string
  antibiotic: string
  specimen: CultureSpecimen | ''
  method: Method
  disk: string
  susceptible: number
  resistant: number
}
export type Breakpoints = { version: number; notation: Notation; rows: readonly Breakpoint[] }

export type ExpertRule = {
  code: string
  appliesTo: string
  whenAntibiotic: string | null
  whenCategory: Category | null
  thenAntibiotics: readonly string[]
  isOn: boolean
}

/** `always`; `cascade`: only if one of the antibiotics `after` is not susceptible; `never`. */
export const showings = ['always', 'cascade', 'never'] as const
export type Showing = (typeof showings)[number]
export type PanelRow = { antibiotic: string; shown: Showing; after: readonly string[] }

export type Organism = { code: string; group: OrganismGroup }

/** A row of an antibiogram as a technician enters it: a measured value, or only a category. */
export type Entry = {
  antibiotic: string
  measure: Measure | null
  /** A category that the technician entered. It replaces the category from the breakpoint. */
  category: Category | null
  /** The choice of the technician for the report; null: the panel decides. */
  shown: boolean | null
}
export const origins = ['breakpoint', 'hand', 'rule', 'none'] as const
export type Origin = (typeof origins)[number]
export type Judged = Entry & {
  result: Category | null
  origin: Origin
  /** The line of the breakpoint table. */
  line: number | null
  rule: string | null
  isShown: boolean
}

/**
 * The typed text of a cell: `23`, `<=0.25`, `>32`, or a category `S`, `I`, `R`; otherwise null. A zone is a whole number from
 * 6 mm, the diameter of a disk, to 60 mm.
 */
export function readCell(text: string, method: Method): Pick<Entry, 'measure' | 'category'> | null {
  const typed = text.trim().toUpperCase().replace(',', '.').replace('≤', '<=').replace('≥', '>=')
  if (typed === '') return { measure: null, category: null }
  if (typed === 'S' || typed === 'I' || typed === 'R') return { measure: null, category: typed }
  const parts = /^(<=|>=|<|>)?\s*(\d{1,4}(?:\.\d{1,4})?)$/.exec(typed)
  if (!parts) return null
  const measure = { method, comparator: (parts[1] ?? '') as Comparator, value: Number(parts[2]) }
  return whyNotMeasure(measure) === null ? { measure, category: null } : null
}

/** Why a measured value is impossible; null: it is possible. */
export function whyNotMeasure({ method, comparator, value }: Measure): string | null {
  if (method === 'mic') return value > 0 && value <= 2048 ? null : 'An MIC is above 0 and at most 2048 mg/L'
  if (comparator !== '') return 'A zone is a number without a sign'
  return Number.isInteger(value) && value >= 6 && value <= 60
    ? null
    : 'A zone is a whole number of 6 to 60 mm'
}

/**
 * S, I or R by a breakpoint; null if a value with a sign fits several, such as ≤ 4 with S up to 2. Larger zones and smaller
 * MICs are more susceptible.
 */
export function interpret(measure: Measure, breakpoint: Breakpoint, notation: Notation): Category | null {
  if (measure.method !== breakpoint.method) return null
  const { low, high, lowOpen, highOpen } = extentOf(measure)
  const lowest = categoryAt(low, lowOpen ? 1 : 0, breakpoint, notation)
  const highest = categoryAt(high, highOpen ? -1 : 0, breakpoint, notation)
  return lowest === highest ? lowest : null
}

function extentOf({ comparator, value }: Measure) {
  if (comparator === '<' || comparator === '<=')
    return { low: 0, high: value, lowOpen: true, highOpen: comparator === '<' }
  if (comparator === '>' || comparator === '>=')
    return { low: value, high: Number.POSITIVE_INFINITY, lowOpen: comparator === '>', highOpen: false }
  return { low: value, high: value, lowOpen: false, highOpen: false }
}

/** The category of a value, or of the next larger (1) or next smaller (-1) value. */
function categoryAt(
  value: number,
  nudge: -1 | 0 | 1,
  { method, susceptible, resistant }: Breakpoint,
  notation: Notation,
): Category {
  const compare = (limit: number) => (value === limit ? nudge : value < limit ? -1 : 1)
  const sign = method === 'zone' ? 1 : -1
  if (compare(susceptible) * sign >= 0) return 'S'
  const beyond = compare(resistant) * sign
  return beyond < 0 || (beyond === 0 && notation === 'inclusive') ? 'R' : 'I'
}

/** An error message if S and R of a breakpoint overlap; null: they do not overlap. */
export function whyNotBreakpoint(
  { method, susceptible, resistant }: Pick<Breakpoint, 'method' | 'susceptible' | 'resistant'>,
  notation: Notation,
): string | null {
  const apart = method === 'zone' ? susceptible - resistant : resistant - susceptible
  if (apart > 0 || (apart === 0 && notation === 'exclusive')) return null
  return method === 'zone'
    ? 'S must be the larger diameter: resistant zones are smaller'
    : 'S must be the smaller concentration: resistant MICs are larger'
}

/** The breakpoint for an isolate. The organism takes precedence over its group, and a breakpoint with specimen over one without. */
export function breakpointFor(
  rows: readonly Breakpoint[],
  organism: Organism,
  specimen: CultureSpecimen,
  { antibiotic, method }: { antibiotic: string; method: Method },
): Breakpoint | null {
  const fitting = rows.filter(
    (row) =>
      row.antibiotic === antibiotic &&
      row.method === method &&
      (row.appliesTo === organism.code || row.appliesTo === organism.group) &&
      (row.specimen === '' || row.specimen === specimen),
  )
  const rank = (row: Breakpoint) =>
    (row.appliesTo === organism.code ? 2 : 0) + (row.specimen === specimen ? 1 : 0)
  return fitting.reduce<Breakpoint | null>(
    (best, row) => (best === null || rank(row) > rank(best) ? row : best),
    null,
  )
}

export type Setup = {
  breakpoints: Breakpoints | null
  rules: readonly ExpertRule[]
  panel: readonly PanelRow[]
}

/** An antibiogram as it is stored: each category with its origin, and whether the report shows it. */
export function judge(
  entries: readonly Entry[],
  organism: Organism,
  specimen: CultureSpecimen,
  { breakpoints, rules, panel }: Setup,
): Judged[] {
  const measured = entries.map((entry) => byBreakpoint(entry, organism, specimen, breakpoints))
  const ruled = applyRules(measured, organism, rules)
  return ruled.map((row) => ({ ...row, isShown: isShown(row, ruled, panel) }))
}

type Ranked = Omit<Judged, 'isShown'>

function byBreakpoint(
  entry: Entry,
  organism: Organism,
  specimen: CultureSpecimen,
  breakpoints: Breakpoints | null,
): Ranked {
  if (entry.category) return { ...entry, result: entry.category, origin: 'hand', line: null, rule: null }
  const { measure, antibiotic } = entry
  const found =
    measure && breakpoints
      ? breakpointFor(breakpoints.rows, organism, specimen, { antibiotic, method: measure.method })
      : null
  const result = measure && found && breakpoints ? interpret(measure, found, breakpoints.notation) : null
  return result && found
    ? { ...entry, result, origin: 'breakpoint', line: found.line, rule: null }
    : { ...entry, result: null, origin: 'none', line: null, rule: null }
}

/** Each rule tests the categories before any rule was applied, so that the order of rules does not matter. */
function applyRules(rows: readonly Ranked[], organism: Organism, rules: readonly ExpertRule[]): Ranked[] {
  const inForce = rules.filter(
    ({ isOn, appliesTo, whenAntibiotic, whenCategory }) =>
      isOn &&
      (appliesTo === organism.code || appliesTo === organism.group) &&
      (whenAntibiotic === null ||
        rows.some(({ antibiotic, result }) => antibiotic === whenAntibiotic && result === whenCategory)),
  )
  return rows.map((row) => {
    if (row.result === 'R' || row.origin === 'hand') return row
    const rule = inForce.find(({ thenAntibiotics }) => thenAntibiotics.includes(row.antibiotic))
    return rule ? { ...row, result: 'R', origin: 'rule', line: null, rule: rule.code } : row
  })
}

/** A row without a category is not shown. A choice of the technician overrides the panel. */
function isShown(row: Ranked, all: readonly Ranked[], panel: readonly PanelRow[]): boolean {
  if (row.result === null) return false
  if (row.shown !== null) return row.shown
  const place = panel.find(({ antibiotic }) => antibiotic === row.antibiotic)
  if (!place || place.shown === 'always') return true
  if (place.shown === 'never') return false
  return all.some(
    ({ antibiotic, result }) => place.after.includes(antibiotic) && (result === 'I' || result === 'R'),
  )
}

/** The value as text: `23`, `≤ 0.25`. */
export const sayMeasure = ({ comparator, value }: Pick<Measure, 'comparator' | 'value'>): string =>
  `${comparator.replace('<=', '≤').replace('>=', '≥')} ${value}`.trim()
