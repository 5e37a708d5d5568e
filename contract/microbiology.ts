import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, line, noneTwice, requiredLine, revision, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'
import {
  categoryNames,
  cultureSpecimenNames,
  methods,
  notations,
  organismGroupNames,
  showings,
} from './susceptibility.ts'

/** The setup of microbiology: organisms, antibiotics, panels, breakpoints, expert rules, and the tests that are cultures. */

const group = z.enum(organismGroupNames, { error: 'Choose the group' })
const version = revision('Send the version that was last read')
const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{1,59}$/, 'This code is not one of ours')
const antibioticCode = line('Abbreviation', 8).refine(
  (code) => /^[A-Z0-9]{2,8}$/.test(code),
  'An abbreviation is 2 to 8 capital letters and digits, for example AMP',
)

const organismFields = {
  name: requiredLine('Name', 120),
  group,
  whonetCode: line('WHONET code', 8)
    .refine((code) => /^[A-Za-z0-9]*$/.test(code), 'A code is letters and digits')
    .default(''),
}
const antibioticFields = { name: requiredLine('Name', 120), class: line('Class', 80).default('') }
const ended = z.boolean().default(false)

const panelRow = z.strictObject({
  antibiotic: z.string().min(1).max(8),
  shown: z.enum(showings),
  after: z.array(z.string().min(1).max(8)).max(20),
})
const panelRows = z
  .array(panelRow)
  .max(60, 'A panel has at most 60 antibiotics')
  .refine(noneTwice('antibiotic'), 'An antibiotic is in the panel twice')
  .refine(
    (rows) => rows.every(({ shown, after }) => (shown === 'cascade') === after.length > 0),
    'For each antibiotic in a cascade, name the antibiotics that must not be susceptible',
  )

const breakpoint = z.object({
  line: z.number().int(),
  /** A group or the code of an organism. */
  appliesTo: z.string(),
  antibiotic: z.string(),
  /** Empty: every specimen. */
  specimen: z.enum(['', ...cultureSpecimenNames]),
  method: z.enum(methods),
  /** Content of the disk in µg. */
  disk: z.string(),
  susceptible: z.number(),
  resistant: z.number(),
})

const tableFields = {
  source: z.string(),
  year: z.number().int(),
  notation: z.enum(notations),
  note: z.string(),
}

const ruleFields = {
  appliesTo: z.string(),
  whenAntibiotic: z.string().nullable(),
  whenCategory: z.enum(categoryNames).nullable(),
  thenAntibiotics: z.array(z.string()),
  about: z.string(),
}

const setup = z.object({
  organisms: z.array(
    z.object({ code: z.string(), ...organismFields, ended: z.boolean(), version: z.number().int() }),
  ),
  antibiotics: z.array(
    z.object({ code: z.string(), ...antibioticFields, ended: z.boolean(), version: z.number().int() }),
  ),
  panels: z.array(z.object({ group, rows: z.array(panelRow), version: z.number().int() })),
  /** The breakpoint table in force; null: there is no table yet. */
  breakpoints: z
    .object({
      version: z.number().int(),
      ...tableFields,
      addedBy: z.string(),
      addedAt: timestamp,
      rows: z.array(breakpoint),
    })
    .nullable(),
  rules: z.array(z.object({ code: z.string(), ...ruleFields, isOn: z.boolean(), version: z.number().int() })),
  cultures: z.array(
    z.object({
      test: z.string(),
      name: z.string(),
      specimen: z.enum(cultureSpecimenNames),
      finalDay: z.number().int(),
      version: z.number().int(),
    }),
  ),
})
export type MicrobiologySetup = z.output<typeof setup>

const changes = ['/api/microbiology', '/api/Labtask/cultures'] as const
const kept = { access: staffRoles, permission: 'catalogue', changes } as const
const answer = { 200: done }

export const readMicrobiology = endpoint({
  method: 'GET',
  path: '/api/microbiology',
  access: staffRoles,
  summary:
    'Organisms, antibiotics, panels, the breakpoint table in force, expert rules and the tests that are cultures.',
  responses: { 200: setup },
  errors: [],
})

export const addOrganism = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/microbiology/organisms',
  summary: 'Add an organism. Its code is made from its name and does not change.',
  body: z.strictObject(organismFields),
  responses: { 201: done.extend({ code: z.string() }) },
  errors: [],
})

export const changeOrganism = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/microbiology/organisms/:code',
  summary: 'Change an organism. `ended`: it can no longer be chosen.',
  params: z.strictObject({ code: slug }),
  body: z.strictObject({ ...organismFields, ended, version }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile'],
})

export const addAntibiotic = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/microbiology/antibiotics',
  summary: 'Add an antibiotic. Its abbreviation cannot be changed later.',
  body: z.strictObject({ code: antibioticCode, ...antibioticFields }),
  responses: { 201: done },
  errors: [],
})

export const changeAntibiotic = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/microbiology/antibiotics/:code',
  summary: 'Change an antibiotic. `ended`: it can no longer be chosen.',
  params: z.strictObject({ code: antibioticCode }),
  body: z.strictObject({ ...antibioticFields, ended, version }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile'],
})

export const changePanelOfGroup = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/microbiology/panels/:group',
  summary:
    'Set the antibiotics that are tested for a group of organisms, and when a report shows each of them. Version 0: the group has no panel yet.',
  params: z.strictObject({ group }),
  body: z.strictObject({ rows: panelRows, version }),
  responses: answer,
  errors: ['changed_meanwhile'],
})

/** The columns of a breakpoint table as CSV. */
export const breakpointColumns = [
  'organism',
  'antibiotic',
  'specimen',
  'method',
  'disk',
  'susceptible',
  'resistant',
] as const
export const mostBreakpoints = 5_000

const encoded = (name: string, most: number) =>
  z
    .string({ error: `${name} is required` })
    .max(most, `${name} is too long`)
    .regex(/^[\x21-\x7e]*$/, `Encode ${name.toLowerCase()} (encodeURIComponent)`)

export const addBreakpoints = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/microbiology/breakpoints',
  summary:
    'Add a breakpoint table from a CSV file with the columns organism (a name, code or group), antibiotic (name or abbreviation), specimen, method (zone or mic), disk, susceptible, resistant. It replaces the table in force. Saved antibiograms keep their categories.',
  headers: z.object({
    /** Percent-encoded. */
    'x-source': encoded('Source', 600).refine((text) => text !== '', 'Source is required'),
    'x-year': z.string({ error: 'Year is required' }).regex(/^(19|20|21)\d\d$/, 'Enter a year like 2026'),
    'x-notation': z.enum(notations, { error: 'Say how R is written: exclusive or inclusive' }),
    'x-note': encoded('Note', 1_500).default(''),
  }),
  file: { most: 1_000_000 },
  responses: { 201: done.extend({ version: z.number().int() }) },
  errors: ['unsupported_type', 'too_large'],
})

export const addExpertRule = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/microbiology/rules',
  summary:
    'Add an expert rule: these antibiotics are reported as resistant if the condition holds. It is off at first.',
  body: z
    .strictObject({
      appliesTo: requiredLine('Organism or group', 60),
      whenAntibiotic: line('Antibiotic', 8).nullable().default(null),
      whenCategory: z.enum(categoryNames).nullable().default(null),
      thenAntibiotics: z
        .array(z.string().min(1).max(8))
        .min(1, 'Name the antibiotics that become resistant')
        .max(60, 'A rule has at most 60 antibiotics'),
      about: requiredLine('Explanation and source', 500),
    })
    .refine(({ whenAntibiotic, whenCategory }) => (whenAntibiotic === null) === (whenCategory === null), {
      path: ['whenCategory'],
      error: 'A condition has an antibiotic and its category',
    }),
  responses: { 201: done.extend({ code: z.string() }) },
  errors: [],
})

export const turnExpertRule = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/microbiology/rules/:code',
  summary: 'Turn an expert rule on or off. It applies to readings that are saved from then on.',
  params: z.strictObject({ code: slug }),
  body: z.strictObject({ isOn: z.boolean('Say on or off'), version }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile'],
})

export const setCultureTest = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/microbiology/culture-tests/:test',
  summary:
    'Set up a test of the catalogue as a culture, or change its specimen or final day. Version 0: the test is not a culture yet.',
  params: z.strictObject({ test: line('Test', 40) }),
  body: z.strictObject({
    specimen: z.enum(cultureSpecimenNames, { error: 'Choose the specimen' }),
    finalDay: z
      .int('The final day is a whole number')
      .min(1, 'The final day is at least 1')
      .max(60, 'The final day is at most 60'),
    version,
  }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile'],
})
