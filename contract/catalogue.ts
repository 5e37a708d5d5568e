import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, line, paragraph, requiredLine, revision, timestamp } from './fields.ts'
import { loincPropertyNames } from './loinc-properties.ts'
import { collections, genders, staffRoles } from './options.ts'
import { flags } from './results.ts'
import { specialtyNames } from './specialties.ts'

/** The laboratory’s catalogue: tests, analytes and versions of their intervals. Staff read it, managers change it. */

const codeParams = z.strictObject({ code: line('Code', 60).refine((text) => text !== '', 'Which one?') })

const analyteCode = line('Code', 40).refine(
  (code) => /^[A-Z0-9][A-Z0-9%#-]*$/.test(code),
  'A code is up to 40 capital letters, digits, hyphens, % and #, for example HDL-CHOLESTEROL',
)

/** The version that the caller has read. A change based on an outdated version is refused. */
const follows = revision('Send the version that was last read')
const reason = requiredLine('Reason', 500)

const age = (name: string, unit = 'years') => z.number({ error: `${name} must be a number of ${unit}` })
const limit = (name: string) => z.number({ error: `${name} must be a number` })

/** A band for a sex and an age: includes the lower age, excludes the upper age. */
export const band = z.strictObject({
  sex: z.enum(['any', ...genders], { error: 'Sex must be any, male or female' }),
  ageMinYears: age('Age from').exactOptional(),
  ageMaxYears: age('Age to').exactOptional(),
  /** Ages in days instead of years, for newborns. */
  ageMinDays: age('Age from', 'days').exactOptional(),
  ageMaxDays: age('Age to', 'days').exactOptional(),
  low: limit('Low').exactOptional(),
  high: limit('High').exactOptional(),
  criticalLow: limit('Critical low').exactOptional(),
  criticalHigh: limit('Critical high').exactOptional(),
  condition: requiredLine('Condition', 60).exactOptional(),
})

const answers = z.array(line('Answer', 120)).max(60, 'These are too many answers').nullable()

const intervalFields = {
  ranges: z.array(band).max(60, 'These are too many bands'),
  normalOptions: answers,
  criticalOptions: answers,
}

/** `none`: no limits or normal answers, so there is nothing to confirm. */
export const intervalStates = ['confirmed', 'to_be_confirmed', 'none'] as const

const interval = z.object({
  version: z.number().int(),
  /** When the version starts to apply. */
  validFrom: timestamp,
  ...intervalFields,
  source: z.string(),
  state: z.enum(intervalStates),
  /** The name of the person who confirmed it; null for published limits that nobody in the laboratory has confirmed. */
  confirmedBy: z.string().nullable(),
  confirmedAt: timestamp.nullable(),
})

export const analyteKinds = ['quantity', 'coded', 'ordinal', 'text'] as const
const kind = z.enum(analyteKinds, { error: 'Choose what its values are' })

const analyteEntry = z.object({
  code: z.string(),
  name: z.string(),
  kind,
  unit: z.string(),
  decimals: z.number().int().nullable(),
  /** The latest version, which may not apply yet. */
  interval,
})
export type AnalyteEntry = z.output<typeof analyteEntry>

const testEntry = z.object({
  code: z.string(),
  name: z.string(),
  label: z.string(),
  specimen: z.string(),
  tube: z.string(),
  fasting: z.boolean(),
  turnaroundHours: z.number(),
  bookable: z.boolean(),
  /** Codes of its panel, in order. */
  analytes: z.array(z.string()),
})
export type TestEntry = z.output<typeof testEntry>

const told = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
const change = z.object({
  at: timestamp,
  /** The name of the author; null for changes by the product. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  /** Whether there was no earlier value. */
  added: z.boolean(),
  changes: z.array(z.object({ field: z.string(), before: told, after: told })),
})
export type Change = z.output<typeof change>

export const readCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  access: staffRoles,
  summary: 'All tests with their panels, and all analytes with the state of their intervals.',
  responses: { 200: z.object({ tests: z.array(testEntry), analytes: z.array(analyteEntry) }) },
  errors: [],
})

const stability = z
  .number({ error: 'Stability must be a number of hours' })
  .int('Stability must be a whole number of hours')
  .min(1, 'Stability must be at least an hour')
  .max(2160, 'Stability can be at most 90 days')
  .nullable()
  .default(null)

export const testFields = {
  name: requiredLine('Name', 120),
  label: requiredLine('Name on the booking form', 120),
  about: requiredLine('About', 500),
  specimen: requiredLine('Specimen', 120),
  collection: z.enum(collections, { error: 'Choose what the patient gives' }),
  preparation: paragraph('Preparation', 1000),
  fasting: z.boolean({ error: 'Fasting must be yes or no' }),
  turnaroundHours: z
    .number({ error: 'Turnaround must be a number of hours' })
    .min(0.25, 'Turnaround must be at least a quarter of an hour')
    .max(2160, 'Turnaround can be at most 90 days'),
  tube: requiredLine('Tube', 120),
  instructions: paragraph('Instructions', 2000),
  equipment: z.array(requiredLine('Equipment', 80)).max(20, 'Equipment can be at most 20 things'),
  expectedMinutes: z
    .number({ error: 'Expected minutes must be a number' })
    .int('Expected minutes must be a whole number')
    .min(1, 'Expected minutes must be at least 1')
    .max(2880, 'Expected minutes can be at most 2880'),
  /** Hours after collection within which the test can be added to a tube at room temperature or in the refrigerator; null: unknown. */
  stableHours: stability,
  stableColdHours: stability,
  /** As reports state them; empty: not stated. */
  method: line('Method', 120).default(''),
  instrument: line('Instrument', 120).default(''),
  /** The specialty that its tasks need; null: every technician. */
  specialty: z.enum(specialtyNames, { error: 'Choose a specialty from the list, or all' }).nullable(),
  /** Its name and results are shown only to people with access. It cannot change once the test has samples. */
  confidential: z.boolean({ error: 'Confidential must be yes or no' }).default(false),
  /** The number of reactive rapid tests for a positive result; null: the test is not done with rapid tests. */
  rapidTests: z
    .union([z.literal(2), z.literal(3)], { error: 'Choose two or three rapid tests, or none' })
    .nullable()
    .default(null),
  bookable: z.boolean({ error: 'Bookable must be yes or no' }),
}

/** Codes of analytes in the order of entry and report. */
const panel = z
  .array(line('Analyte', 60))
  .min(1, 'Choose at least one analyte')
  .max(60, 'A panel can be at most 60 analytes')

const catalogueTest = z.object({
  code: z.string(),
  version: z.number().int(),
  ...testFields,
  /** The version of the panel that a change must name. */
  panelVersion: z.number().int(),
  /** Former and alternative names, which booking accepts. */
  aliases: z.array(z.string()),
  analytes: z.array(analyteEntry),
  history: z.array(change),
})
export type CatalogueTest = z.output<typeof catalogueTest>

export const readCatalogueTest = endpoint({
  method: 'GET',
  path: '/api/catalogue/tests/:code',
  access: staffRoles,
  summary: 'A test: its details, its panel, and the history of its changes.',
  params: codeParams,
  responses: { 200: catalogueTest },
  errors: ['not_found'],
})

export const updateCatalogueTest = endpoint({
  method: 'PUT',
  path: '/api/catalogue/tests/:code',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Change a test. It can still be booked by its former names.',
  params: codeParams,
  body: z.strictObject({ follows, reason, ...testFields }),
  responses: { 200: done.extend({ test: catalogueTest }) },
  errors: ['not_found', 'changed_meanwhile'],
})

export const addCatalogueTest = endpoint({
  method: 'POST',
  path: '/api/catalogue/tests',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Add a test of the laboratory’s own. If it is bookable, it is offered at once.',
  body: z.strictObject({
    code: line('Code', 12).refine(
      (code) => /^[A-Z0-9][A-Z0-9-]+$/.test(code),
      'A code is 2 to 12 capital letters, digits and hyphens, for example LIPID',
    ),
    ...testFields,
    analytes: panel,
  }),
  responses: { 201: done.extend({ test: catalogueTest }) },
  errors: [],
})

export const changePanel = endpoint({
  method: 'PUT',
  path: '/api/catalogue/tests/:code/panel',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Change which analytes a test has, for samples collected from now on.',
  params: codeParams,
  body: z.strictObject({ follows, reason, analytes: panel }),
  responses: { 200: done.extend({ test: catalogueTest }) },
  errors: ['not_found', 'changed_meanwhile'],
})

const analyteFields = {
  name: requiredLine('Name', 80),
  unit: line('Unit', 40),
  decimals: z
    .number({ error: 'Decimals must be a number' })
    .int('Decimals must be a whole number')
    .min(0, 'Decimals must be 0 to 4')
    .max(4, 'Decimals must be 0 to 4')
    .nullable(),
  lowest: limit('Lowest').nullable(),
  highest: limit('Highest').nullable(),
  options: z.array(requiredLine('Answer', 120)).max(60, 'These are too many answers'),
}

const loincProperty = z
  .enum([...loincPropertyNames, 'other'], { error: 'Choose a property from the list' })
  .nullable()

const loincFields = {
  loinc: line('LOINC code', 10).nullable(),
  /** Required if the product does not know the code. `other`: not in the list, so the unit is not checked. */
  loincProperty,
}

const intervalVersion = interval.extend({
  /** The version that applies to results entered now. */
  inForce: z.boolean(),
  enteredBy: z.string().nullable(),
  enteredAt: timestamp,
  reason: z.string(),
})
export type IntervalVersion = z.output<typeof intervalVersion>

const analyte = z.object({
  code: z.string(),
  version: z.number().int(),
  kind,
  ...analyteFields,
  /** The LOINC code, its kind of property in words, and the property that the laboratory stated. */
  loinc: z.object({ code: z.string(), property: z.string(), given: loincProperty }).nullable(),
  /** Whether results use its unit and decimals, which then cannot change. */
  hasResults: z.boolean(),
  tests: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Newest first. */
  intervals: z.array(intervalVersion),
  history: z.array(change),
})
export type CatalogueAnalyte = z.output<typeof analyte>

export const readAnalyte = endpoint({
  method: 'GET',
  path: '/api/catalogue/analytes/:code',
  access: staffRoles,
  summary: 'An analyte with every version of its reference intervals.',
  params: codeParams,
  responses: { 200: analyte },
  errors: ['not_found'],
})

export const updateAnalyte = endpoint({
  method: 'PUT',
  path: '/api/catalogue/analytes/:code',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Change an analyte. Refused if it would change the meaning of a stored result.',
  params: codeParams,
  body: z.strictObject({ follows, reason, ...analyteFields, ...loincFields }),
  responses: { 200: done.extend({ analyte }) },
  errors: ['not_found', 'changed_meanwhile'],
})

export const addAnalyte = endpoint({
  method: 'POST',
  path: '/api/catalogue/analytes',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary:
    'Add an analyte of the laboratory’s own with its first reference intervals, which must be confirmed.',
  body: z.strictObject({
    code: analyteCode,
    kind,
    ...analyteFields,
    ...loincFields,
    ...intervalFields,
    /** Required if there are limits. */
    source: line('Source', 1000),
  }),
  responses: { 201: done.extend({ analyte }) },
  errors: [],
})

export const addIntervalVersion = endpoint({
  method: 'POST',
  path: '/api/catalogue/analytes/:code/intervals',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary:
    'Enter a new version of reference intervals, valid from now or from a later day. Earlier versions are kept.',
  params: codeParams,
  body: z.strictObject({
    follows,
    reason,
    ...intervalFields,
    source: requiredLine('Source', 1000),
    /** The start of this local day of the site; if omitted, now. */
    validFrom: day.exactOptional(),
  }),
  responses: { 201: done.extend({ analyte }) },
  errors: ['not_found', 'changed_meanwhile'],
})

const preview = z.object({
  days: z.number().int(),
  /** Number of results in these days, and of those whose flag would change. */
  results: z.number().int(),
  different: z.number().int(),
  /** Of the changed flags, those of unreleased results. */
  waiting: z.number().int(),
  /** Flags that would be added and removed. */
  newlyFlagged: z.number().int(),
  noLongerFlagged: z.number().int(),
  /** Critical flags that would be added and removed. */
  newlyCritical: z.number().int(),
  noLongerCritical: z.number().int(),
  changes: z.array(z.object({ from: z.enum(flags), to: z.enum(flags), count: z.number().int() })),
  /** For each band: number of results, of those below and above it, and the central 95 % of the laboratory’s own values. */
  bands: z.array(
    z.object({
      results: z.number().int(),
      low: z.number().int(),
      high: z.number().int(),
      spread: z.object({ p2_5: z.number(), median: z.number(), p97_5: z.number() }).nullable(),
    }),
  ),
  /** Results of people whom no band would apply to. */
  withoutBand: z.number().int(),
})
export type Preview = z.output<typeof preview>

export const previewInterval = endpoint({
  method: 'POST',
  path: '/api/catalogue/analytes/:code/preview',
  access: staffRoles,
  permission: 'catalogue',
  summary: 'How the results of recent weeks would be flagged with other limits. Changes nothing.',
  params: codeParams,
  body: z.strictObject(intervalFields),
  responses: { 200: preview },
  errors: ['not_found'],
})

export const confirmIntervals = endpoint({
  method: 'POST',
  path: '/api/catalogue/confirm',
  changes: ['/api/catalogue'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Confirm reference intervals in their current version: all of them or none.',
  body: z.strictObject({
    intervals: z
      .array(z.strictObject({ analyte: line('Analyte', 60), follows }))
      .min(1, 'Choose at least one interval')
      .max(200, 'Confirm at most 200 at once'),
    note: line('Note', 500).default(''),
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

const policyFields = {
  twoPersonRelease: z.boolean({ error: 'Say whether two people release' }),
  callbackMinutes: z
    .number({ error: 'Give the minutes as a number' })
    .int('Give whole minutes')
    .min(5, 'At least 5 minutes')
    .max(1440, 'At most a day (1440 minutes)'),
  deltaPercent: z
    .number({ error: 'Give the change in percent as a number' })
    .int('Give whole percent')
    .min(5, 'At least 5 %')
    .max(1000, 'At most 1000 %'),
}

const callbackStepMinutes = z
  .number({ error: 'Give the minutes as a number' })
  .int('Give whole minutes')
  .min(1, 'At least 1 minute')
  .max(240, 'At most 4 hours (240 minutes)')

const holder = z.object({ id: z.string(), fullName: z.string() })

const releasePolicy = z.object({
  version: z.number().int(),
  ...policyFields,
  callbackStepMinutes,
  /** Staff to whom critical values go, one after the other, that were not reported in time. */
  callbackOrder: z.array(holder),
  /** Staff who may be in that order: all who may release results. */
  mayHold: z.array(holder),
  history: z.array(change),
})
export type ReleasePolicy = z.output<typeof releasePolicy>

export const readReleasePolicy = endpoint({
  method: 'GET',
  path: '/api/laboratory/release-policy',
  access: staffRoles,
  summary:
    'The rules of release: who may release, how soon a critical value must be reported, and which changes from an earlier value are marked.',
  responses: { 200: releasePolicy },
  errors: [],
})

export const updateReleasePolicy = endpoint({
  method: 'PUT',
  path: '/api/laboratory/release-policy',
  changes: ['/api/laboratory/release-policy'],
  access: ['admin'],
  summary:
    'Change the rules of release. Release by a single person needs a reason and is stated on every report.',
  body: z.strictObject({
    follows,
    reason: line('Reason', 500).default(''),
    ...policyFields,
    /** Left out: as it is. */
    callbackStepMinutes: callbackStepMinutes.optional(),
    /** Ids of accounts in their order; left out: as it is. */
    callbackOrder: z
      .array(id)
      .max(20, 'Choose at most 20 people')
      .refine((ids) => new Set(ids).size === ids.length, 'Choose each person once')
      .optional(),
  }),
  responses: { 200: done.extend({ policy: releasePolicy }) },
  errors: ['changed_meanwhile'],
})

/** The notice that the LOINC licence requires wherever its content is shown. */
export const loincNotice =
  'This material contains content from LOINC (http://loinc.org). LOINC is copyright © Regenstrief Institute, Inc. and the Logical Observation Identifiers Names and Codes (LOINC) Committee and is available at no cost under the license at http://loinc.org/license. LOINC® is a registered United States trademark of Regenstrief Institute, Inc.'
