import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { done, id, idParams, instant, line, paragraph, revision, timestamp, typedText } from './fields.ts'
import { measuredOutOfUse } from './instrument-breakdowns.ts'
import { careKinds, staffRoles } from './options.ts'
import { taskStates } from './task-states.ts'

/** Low, high, critically low, critically high, abnormal; empty: within the interval, or no interval. */
export const flags = ['', 'L', 'H', 'LL', 'HH', 'A', 'AA'] as const
export type Flag = (typeof flags)[number]

/** Shown instead of the interval if none was chosen. */
export const birthNeededText = 'Interval not chosen: date of birth needed'

/** Flags in words, as staff and reports read them. */
export const flagWords: Readonly<Record<Flag, string>> = {
  '': '',
  L: 'Low',
  H: 'High',
  LL: 'Critically low',
  HH: 'Critically high',
  A: 'Abnormal',
  AA: 'Critical',
}

const range = z.object({
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** As printed: `12.0–15.0`, `up to 5.5`, or the normal answers. */
  text: z.string(),
  /** False: a textbook interval that the laboratory's director has not confirmed. */
  verified: z.boolean(),
})

/** A number for a numeric analyte, otherwise text. */
const value = z.union([z.number(), z.string()])
const values = z.record(line('Analyte', 60), value)

const follows = revision('Say which revision this follows')

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
  /** Formula and published source of a calculated analyte. */
  formula: z.object({ text: z.string(), source: z.string() }).nullable(),
  range: range.nullable(),
  previous: z.object({ value, at: timestamp }).nullable(),
  entered: z.object({ value, flag: z.enum(flags), delta: z.boolean() }).nullable(),
  /** The last value that an analyser measured on this sample. It becomes a result when a technician saves it. */
  measured: z
    .object({
      value,
      at: timestamp,
      instrument: z.string(),
      operator: z.string(),
      /** Flags that the analyser sent. */
      flags: z.array(z.string()),
      comment: z.string(),
      /** The number of measurements of the analyte on this sample. */
      times: z.number().int(),
      /** Whether the saved result is this value. */
      isEntered: z.boolean(),
    })
    .nullable(),
})
export type FormAnalyte = z.output<typeof formAnalyte>

/** The outcome of a call about a critical value; only the last one closes the callback. */
export const tryOutcomes = ['not_reached', 'left_message', 'reached'] as const

const callbackTry = z.object({
  id: z.string(),
  called: z.string(),
  /** The number or other means of contact; empty: not recorded. */
  way: z.string(),
  outcome: z.enum(tryOutcomes),
  note: z.string(),
  at: timestamp,
  by: z.string(),
  /** The value at the time of the call, if it was different. */
  otherValue: z.string().nullable(),
})

export type CallbackTry = z.output<typeof callbackTry>

const callback = z.object({
  id: z.string(),
  analyte: z.string(),
  value: z.string(),
  openedAt: timestamp,
  dueAt: timestamp,
  toldTo: z.string().nullable(),
  toldAt: timestamp.nullable(),
  toldBy: z.string().nullable(),
  /** All calls about the value, oldest first. */
  tries: z.array(callbackTry),
})

/** When results were measured and who wrote them down, if they were written on a downtime form. */
const measuredOnPaper = { at: timestamp, by: z.string() }

/** Results that were set aside to be measured again. */
export const repeat = z.object({
  at: timestamp,
  by: z.string(),
  reason: z.string(),
  enteredBy: z.string(),
  measured: z.object(measuredOnPaper).nullable(),
  results: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      value: z.string(),
      /** As printed. */
      unit: z.string(),
      flag: z.enum(flags),
    }),
  ),
})
export type Repeat = z.output<typeof repeat>

/** The downtime form that the label of a sample comes from. Results that were written on it are entered with their time. */
export const formOnPaper = z.object({
  number: z.number().int(),
  timeZone: z.string(),
  receivedAt: timestamp.nullable(),
  /** Members of staff of the site. */
  staff: z.array(z.object({ id: z.string(), fullName: z.string() })),
  /** Null: the results were measured when they were entered, or there are none. */
  measured: z.object({ ...measuredOnPaper, byId: z.string() }).nullable(),
})
export type FormOnPaper = z.output<typeof formOnPaper>

/** When results were measured and which member of staff wrote them on the downtime form; null: they were measured just now. */
export const onPaper = z.strictObject({ measuredAt: instant, measuredBy: id }).nullable().default(null)
export type OnPaper = z.output<typeof onPaper>

const resultForm = z.object({
  taskId: z.string(),
  status: z.enum(taskStates),
  analytes: z.array(formAnalyte),
  /** The repeats of this test, oldest first. */
  repeats: z.array(repeat),
  /** The reflex tests that the entered results call for and the visit does not have. */
  reflex: z.array(
    z.object({ code: z.string(), name: z.string(), text: z.string(), addsItself: z.boolean() }),
  ),
  /** The number of saves of this task’s results, which the next save must name. */
  resultsRevision: z.number().int(),
  /** The latest save. */
  saved: z.object({ by: z.string(), byMe: z.boolean(), at: timestamp }).nullable(),
  draft: z
    .object({
      typed: z.record(z.string(), z.string()),
      revision: z.number().int(),
      /** The revision of the results that the draft is based on. */
      resultsRevision: z.number().int(),
      updatedAt: timestamp,
    })
    .nullable(),
  callbacks: z.array(callback),
  enteredBy: z.string().nullable(),
  releasedAt: timestamp.nullable(),
  correctionReason: z.string().nullable(),
  /** Whether the report shows valid results of this task: released, or under correction since. */
  inReport: z.boolean(),
  whyNotEnter: z.string().nullable(),
  /** Why the test cannot be repeated on its sample; null if it can. */
  whyNotRepeat: z.string().nullable(),
  whyNotRelease: z.string().nullable(),
  /** The breakdowns of analysers during which results were measured. */
  outOfUse: z.array(measuredOutOfUse),
  /** Null: the sample has no label of a downtime form. */
  onPaper: formOnPaper.nullable(),
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

export const repeatTest = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/repeat',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Repeat a completed test on its sample, with a reason, before its results are released. The task returns to the queue, and its results are set aside. `revision` names the results that were read.',
  params: idParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine((text) => text !== '', 'Say why the test is repeated'),
    revision: follows,
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/api/Labtask/task/:id/draft',
  access: staffRoles,
  summary:
    'Save a draft of typed results. `revision` is the draft it is based on, `resultsRevision` the saved results it was typed over; a draft that was changed elsewhere is not overwritten.',
  params: idParams,
  body: z.strictObject({
    typed: z.record(line('Analyte', 60), typedText(2000)),
    revision: follows,
    resultsRevision: follows,
  }),
  responses: { 200: z.object({ revision: z.number().int() }) },
  errors: ['not_found', 'changed_meanwhile'],
})

export const enterResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/results',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Save the results of a task: flags, calculated analytes and callbacks follow from them. `revision` is the `resultsRevision` that they follow: results that somebody else saved since are not replaced. The same save sent again has the same answer.',
  params: idParams,
  body: z.strictObject({
    values: values.refine((given) => Object.keys(given).length > 0, 'Enter at least one result'),
    revision: follows,
    /** The revision of the caller’s draft that is saved and deleted; a different draft is kept. */
    draft: follows.default(0),
    onPaper,
  }),
  responses: { 200: done.extend({ form: resultForm }) },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const checkResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/results/check',
  access: staffRoles,
  summary:
    'Validate values without saving them: flags, calculated analytes, changes from earlier values, and errors.',
  params: idParams,
  body: z.strictObject({ values }),
  responses: {
    200: z.object({
      results: z.array(
        z.object({
          code: z.string(),
          value,
          flag: z.enum(flags),
          delta: z.boolean(),
          calculated: z.boolean(),
        }),
      ),
      /** By code: why a value cannot be saved. */
      problems: z.record(z.string(), z.string()),
    }),
  },
  errors: ['not_found'],
})
export type Checked = ResponseOf<typeof checkResults>

/** The relation of a contact to the patient: the patient, the requester, or a person whose account opens the record. */
export const contactKinds = ['patient', 'requester', ...careKinds] as const

const criticalContact = z.object({
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  kind: z.enum(contactKinds),
})
export type CriticalContact = z.output<typeof criticalContact>

const criticalValue = z.object({
  id: z.string(),
  taskId: z.string(),
  test: z.string(),
  analyte: z.string(),
  /** With its unit as it is printed. */
  value: z.string(),
  /** The limit that was passed, “below 7.0”; null if the intervals have changed since. */
  limit: z.string().nullable(),
  openedAt: timestamp,
  dueAt: timestamp,
  /** The member of staff whose call it is: who entered the value, or to whom it was passed on. */
  holder: z.object({ name: z.string(), isMe: z.boolean() }).nullable(),
})
export type CriticalValue = z.output<typeof criticalValue>

const criticalVisit = z.object({
  visitId: z.string(),
  reference: z.string(),
  patient: z.string(),
  site: z.string(),
  timeZone: z.string(),
  /** The most urgent first. */
  values: z.array(criticalValue).min(1),
  /** Unsuccessful calls about these values, oldest first. */
  calls: z.array(callbackTry.omit({ otherValue: true })),
  /** Whom to call, the patient first; null for staff who may not report critical values. */
  contacts: z.array(criticalContact).nullable(),
})
export type CriticalVisit = z.output<typeof criticalVisit>

export const openCallbacks = endpoint({
  method: 'GET',
  path: '/api/Labtask/callbacks',
  access: staffRoles,
  summary:
    'Critical values at the sites of the caller that nobody has been told of, by visit, the most urgent first, with whom to call. `now` is the server time; a value is overdue when its `dueAt` is not after it. `total` counts all values.',
  responses: {
    200: z.object({ now: timestamp, visits: z.array(criticalVisit), total: z.number().int() }),
  },
  errors: [],
})

/** The values that a call was about: all of one visit. */
const aboutCallbacks = z
  .array(id)
  .min(1, 'Choose at least one value')
  .max(50, 'Choose at most 50 values')
  .refine((ids) => new Set(ids).size === ids.length, 'Name each value once')

export const closeCallbacks = endpoint({
  method: 'POST',
  path: '/api/Labtask/callbacks/told',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'release',
  summary:
    'Record that critical values of a visit were reported by phone and read back: all of the callbacks are closed or none.',
  body: z.strictObject({
    callbacks: aboutCallbacks,
    toldTo: line('Reported to', 200).refine((text) => text !== '', 'Say to whom they were reported'),
    way: line('Number or way', 100).default(''),
    readBack: z.literal(true, { error: 'The value must be read back' }),
    note: paragraph('Note', 500).default(''),
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const noteCall = endpoint({
  method: 'POST',
  path: '/api/Labtask/callbacks/tried',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'release',
  summary: 'Record an unsuccessful call about critical values of a visit; the callbacks stay open.',
  body: z.strictObject({
    callbacks: aboutCallbacks,
    called: line('Called', 200).refine((text) => text !== '', 'Say who was called'),
    way: line('Number or way', 100).default(''),
    outcome: z.enum(['not_reached', 'left_message'], { error: 'Say what came of it' }),
    note: paragraph('Note', 500).default(''),
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})
