import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, noneTwice, revision, timestamp } from './fields.ts'
import { genders, staffRoles } from './options.ts'
import { onPaper } from './results.ts'
import {
  categoryNames,
  comparators,
  cultureSpecimenNames,
  growthAmountNames,
  methods,
  origins,
  whyNotMeasure,
} from './susceptibility.ts'
import { taskStates } from './task-states.ts'

/** The microbiology bench: cultures by day of incubation, and their readings. */

/** `interim`: the report is marked as interim, and the culture stays at the bench. */
export const cultureStages = ['reading', 'interim', 'final'] as const
export type CultureStage = (typeof cultureStages)[number]
const stage = z.enum(cultureStages, { error: 'Say whether this is interim or final' })

const measure = z
  .strictObject({
    method: z.enum(methods),
    comparator: z.enum(comparators),
    value: z.number('Enter a number'),
  })
  .superRefine((given, context) => {
    const why = whyNotMeasure(given)
    if (why) context.addIssue({ code: 'custom', path: ['value'], message: why })
  })

const entry = {
  antibiotic: line('Antibiotic', 8),
  measure: measure.nullable(),
  category: z.enum(categoryNames).nullable(),
  shown: z.boolean().nullable(),
}

const isolate = {
  number: z.int().min(1).max(9),
  organism: line('Organism', 60),
  amount: z.enum(growthAmountNames),
  comment: line('Comment', 200).default(''),
}

const row = z.object({
  id: z.string(),
  test: z.string(),
  accession: z.string(),
  specimen: z.enum(cultureSpecimenNames),
  site: z.string(),
  patient: z.object({ fullName: z.string(), age: z.number(), gender: z.enum(genders) }),
  status: z.enum(taskStates),
  stage: z.enum(cultureStages).nullable(),
  /** The day of incubation at the site; null: not inoculated. */
  day: z.number().int().nullable(),
  finalDay: z.number().int(),
  urgent: z.boolean(),
  /** Whether it must be read today and has not been read yet. */
  toRead: z.boolean(),
  /** The report shows interim results. */
  interim: z.boolean(),
  waitsForRelease: z.boolean(),
  lastRead: z.object({ by: z.string(), at: timestamp }).nullable(),
  organisms: z.array(z.string()),
})
export type CultureRow = z.output<typeof row>

const susceptibility = z.object({
  ...entry,
  measure: z
    .object({ method: z.enum(methods), comparator: z.enum(comparators), value: z.number() })
    .nullable(),
  result: z.enum(categoryNames).nullable(),
  origin: z.enum(origins),
  isShown: z.boolean(),
})

const form = z.object({
  id: z.string(),
  testCode: z.string(),
  specimen: z.enum(cultureSpecimenNames),
  /** The number of saves of the task's results. The next save must send it. */
  revision: z.number().int(),
  stage: z.enum(cultureStages).nullable(),
  inoculatedAt: timestamp.nullable(),
  day: z.number().int().nullable(),
  finalDay: z.number().int(),
  interim: z.boolean(),
  lastRead: z.object({ by: z.string(), at: timestamp }).nullable(),
  isolates: z.array(z.object({ ...isolate, antibiogram: z.array(susceptibility) })),
})
export type CultureForm = z.output<typeof form>

export const listCultures = endpoint({
  method: 'GET',
  path: '/api/Labtask/cultures',
  access: staffRoles,
  summary:
    'Cultures without a final release that the caller can read: first the cultures to read today, then by day of incubation. At most 500.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: { 200: z.object({ rows: z.array(row) }) },
  errors: [],
})

export const readCulture = endpoint({
  method: 'GET',
  path: '/api/Labtask/cultures/:id',
  access: staffRoles,
  summary:
    'The isolates of a culture with their antibiograms, including antibiotics that the report does not show. `id` is the id of the task.',
  params: idParams,
  responses: { 200: form },
  errors: ['not_found'],
})

export const saveCulture = endpoint({
  method: 'PUT',
  path: '/api/Labtask/cultures/:id',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Save a reading: the values of the panel, the isolates and their antibiograms. Categories are calculated from the breakpoint table in force. `interim` and `final` send the culture for release; after an interim release it returns to the bench.',
  params: idParams,
  body: z.strictObject({
    values: z.record(line('Analyte', 60), z.union([z.number(), z.string()])),
    isolates: z
      .array(
        z.strictObject({
          ...isolate,
          antibiogram: z
            .array(z.strictObject(entry))
            .max(60, 'An antibiogram has at most 60 antibiotics')
            .refine(noneTwice('antibiotic'), 'An antibiotic is in the list twice'),
        }),
      )
      .max(9, 'A culture has at most 9 isolates')
      .refine(noneTwice('number'), 'A number is used twice'),
    stage,
    revision: revision('Say which revision this follows'),
    /** The revision of the caller’s draft that is saved and deleted; a different draft is kept. */
    draft: revision().default(0),
    onPaper,
  }),
  responses: { 200: done.extend({ revision: z.number().int() }) },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})
