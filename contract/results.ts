import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, line, paragraph } from './fields.ts'
import { genders, roles, staffRoles } from './options.ts'

export const flags = ['', 'L', 'H', 'LL', 'HH', 'A', 'AA'] as const

const range = z.object({
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** As it is printed: `12.0–15.0`, `up to 5.5`, or the normal answers. */
  text: z.string(),
  /** False: a textbook interval that the laboratory's director has not confirmed. */
  verified: z.boolean(),
})

/** A quantity as a number, everything else as text. */
const value = z.union([z.number(), z.string()])

const formAnalyte = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['quantity', 'coded', 'ordinal', 'text']),
  unit: z.string(),
  options: z.array(z.string()),
  decimals: z.number().int().nullable(),
  lowest: z.number().nullable(),
  highest: z.number().nullable(),
  calculated: z.boolean(),
  range: range.nullable(),
  previous: z.object({ value, at: z.string() }).nullable(),
  entered: z.object({ value, flag: z.enum(flags), delta: z.boolean() }).nullable(),
})
export type FormAnalyte = z.output<typeof formAnalyte>

const callback = z.object({
  id: z.string(),
  analyte: z.string(),
  value: z.string(),
  openedAt: z.string(),
  dueAt: z.string(),
  toldTo: z.string().nullable(),
  toldAt: z.string().nullable(),
  toldBy: z.string().nullable(),
})

const resultForm = z.object({
  taskId: z.string(),
  analytes: z.array(formAnalyte),
  draft: z
    .object({ typed: z.record(z.string(), z.string()), revision: z.number().int(), updatedAt: z.string() })
    .nullable(),
  callbacks: z.array(callback),
  enteredBy: z.string().nullable(),
  releasedAt: z.string().nullable(),
  correctionReason: z.string().nullable(),
  whyNotEnter: z.string().nullable(),
  whyNotRelease: z.string().nullable(),
})
export type ResultForm = z.output<typeof resultForm>

export const readResults = endpoint({
  method: 'GET',
  path: '/api/Labtask/task/:id/results',
  access: staffRoles,
  summary:
    "A task's panel: analytes with the intervals for this patient, previous values, what is entered, the caller's draft.",
  params: idParams,
  responses: { 200: resultForm },
  errors: ['not_found'],
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/Labtask/task/:id/draft',
  access: staffRoles,
  summary:
    'Keep what has been typed. `revision` is the one it follows; a draft that went on elsewhere is not overwritten.',
  params: idParams,
  body: z.strictObject({
    typed: z.record(line('Analyte', 60), z.string().max(2000)),
    revision: z.number().int().min(0),
  }),
  responses: { 200: z.object({ revision: z.number().int() }) },
  errors: ['not_found', 'changed_meanwhile'],
})

export const enterResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/results',
  access: staffRoles,
  summary: 'Save the results of a task: flags, calculated analytes and callbacks follow from them.',
  params: idParams,
  body: z.strictObject({
    values: z
      .record(line('Analyte', 60), value)
      .refine((values) => Object.keys(values).length > 0, 'Enter at least one result'),
  }),
  responses: { 200: z.object({ message: z.string(), form: resultForm }) },
  errors: ['not_found', 'not_possible_now'],
})

export const closeCallback = endpoint({
  method: 'POST',
  path: '/api/Labtask/callback/:id',
  access: staffRoles,
  summary: 'Somebody was told of a critical value and read it back.',
  params: idParams,
  body: z.strictObject({
    toldTo: line('Told to', 200).refine((text) => text !== '', 'Say who was told'),
    readBack: z.literal(true, { error: 'The value must be read back' }),
    note: paragraph('Note', 500).default(''),
  }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const waitingForRelease = endpoint({
  method: 'GET',
  path: '/api/Labtask/release',
  access: staffRoles,
  summary: 'Tasks whose results wait for a second pair of eyes, oldest first.',
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        accession: z.string(),
        patient: z.object({ fullName: z.string(), age: z.number(), gender: z.enum(genders) }),
        enteredBy: z.string(),
        completedAt: z.string(),
        results: z.array(
          z.object({
            name: z.string(),
            value: z.string(),
            unit: z.string(),
            flag: z.enum(flags),
            delta: z.boolean(),
          }),
        ),
        whyNotRelease: z.string().nullable(),
      }),
    ),
  },
  errors: [],
})

export const releaseResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/release',
  access: staffRoles,
  summary: 'Release tasks: a new version of the report of each visit, frozen. All of them or none.',
  body: z.strictObject({ tasks: z.array(id).min(1, 'Choose what to release').max(100) }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const correctResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/correct',
  access: staffRoles,
  summary: 'Open a released task for correction. The report as it was stays readable.',
  params: idParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine(
      (text) => text !== '',
      'Give the reason: the report will carry it',
    ),
  }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const reported = z.object({
  code: z.string(),
  name: z.string(),
  value: z.string(),
  number: z.number().nullable(),
  unit: z.string(),
  range: z.string(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  flag: z.enum(flags),
  /** The flag in words: a letter alone is no word. */
  flagWords: z.string(),
  /** The value before a correction. */
  before: z.string().nullable(),
})

/** What a report says, frozen at its release. Dates are as printed, at the site's clock. */
export const reportContent = z.object({
  version: z.number().int(),
  status: z.enum(['partial', 'final', 'corrected']),
  code: z.string(),
  laboratory: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }),
  site: z.string(),
  patient: z.object({
    fullName: z.string(),
    age: z.number(),
    gender: z.enum(genders),
    reference: z.string(),
  }),
  issuedAt: z.string(),
  timeZone: z.string(),
  waitingFor: z.array(z.string()),
  singlePersonRelease: z.boolean(),
  tests: z.array(
    z.object({
      name: z.string(),
      specimen: z.string(),
      accession: z.string(),
      collectedAt: z.string(),
      receivedAt: z.string().nullable(),
      enteredBy: z.string(),
      releasedBy: z.string(),
      releasedAt: z.string(),
      correction: z.object({ reason: z.string(), by: z.string() }).nullable(),
      results: z.array(reported),
    }),
  ),
})
export type ReportContent = z.output<typeof reportContent>

export const readReport = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/report',
  access: roles,
  summary: 'The latest released report of a visit, and which versions there are.',
  params: idParams,
  responses: {
    200: z.object({
      report: reportContent,
      versions: z.array(z.object({ version: z.number().int(), issuedAt: z.string(), status: z.string() })),
    }),
  },
  errors: ['not_found'],
})

export const readReportPdf = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/report.pdf',
  access: roles,
  summary: 'A released report as it was issued, byte for byte.',
  params: idParams,
  query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }),
  /** The PDF's bytes. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const verifyReport = endpoint({
  method: 'GET',
  path: '/api/verify/:code',
  access: 'public',
  summary:
    'Whether a paper is authentic, replaced by a later one, or unknown; shows only what the paper shows.',
  params: z.strictObject({ code: line('Code', 40) }),
  responses: {
    200: z.object({
      status: z.enum(['authentic', 'replaced', 'unknown']),
      report: reportContent.nullable(),
      currentVersion: z.number().int().nullable(),
    }),
  },
  errors: ['too_many_requests'],
})
