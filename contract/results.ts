import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, line, paragraph } from './fields.ts'
import { staffRoles } from './options.ts'

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
