import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, line, page, pageOf, paragraph, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { genders, priorities, staffRoles } from './options.ts'
import { identifiers, rejectionReasons, sampleStates, taskStates } from './task-states.ts'
import { transportStates } from './transport.ts'
import { visitStates } from './visit-states.ts'

/** When the replacement of a rejected sample is collected. */
export const recollections = ['now', 'later', 'undecided'] as const
export type Recollection = (typeof recollections)[number]

const patient = z.object({
  fullName: z.string(),
  age: z.number(),
  gender: z.enum(genders),
  personNumber: z.string(),
})

const sample = z.object({
  id: z.string(),
  /** 14 digits: site, day, sequence, check digit. */
  accession: z.string(),
  siteId: z.string(),
  visitId: z.string(),
  reference: z.string(),
  status: z.enum(sampleStates),
  patient,
  collection: z.string(),
  specimen: z.string(),
  tube: z.string(),
  tests: z.array(z.string()),
  collectedAt: timestamp,
  collectedBy: z.string(),
  collectedAtPlace: z.string(),
  receivedAt: timestamp.nullable(),
  receivedBy: z.string().nullable(),
  rejectedAt: timestamp.nullable(),
  rejectedBy: z.string().nullable(),
  rejection: z.string().nullable(),
  discardedAt: timestamp.nullable(),
  discardedBy: z.string().nullable(),
  discardReason: z.string().nullable(),
  /** The position in a rack, or the storage place in free text. */
  storagePlace: z.string(),
  /** The rack of the sample. */
  rackId: z.string().nullable(),
  /** When it was put into the refrigerator; null: it is at room temperature. */
  refrigeratedAt: timestamp.nullable(),
  /** The parent of an aliquot, or the sample that this one replaces. */
  aliquotOf: z.string().nullable(),
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  /** The accession number on the label of the awaited replacement tube. */
  nextLabel: z.string().nullable(),
  /** Its aliquots and their storage places. */
  aliquots: z.array(
    z.object({
      accession: z.string(),
      tube: z.string(),
      status: z.enum(sampleStates),
      storagePlace: z.string(),
    }),
  ),
})
export type Sample = z.output<typeof sample>

const task = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(taskStates),
  priority: z.enum(priorities),
  /** Of the visit. */
  reference: z.string(),
  patient,
  accession: z.string(),
  /** The collected tube, which staff recognise by the colour of its cap. */
  tube: z.string(),
  sampleStatus: z.enum(sampleStates),
  requestedBy: z.string(),
  requestedDate: timestamp,
  /** When the result is due. */
  dueAt: timestamp,
  /** When the task was started and by whom; null while it is pending. */
  claimedBy: z.string().nullable(),
  mine: z.boolean(),
  /** The caller sees it, but has no specialty of its test and cannot work on it. */
  ofOtherSpecialty: z.boolean(),
  startedAt: timestamp.nullable(),
  completedAt: timestamp.nullable(),
  /** The laboratory to which the task is referred; null: the task is done here. */
  referral: z
    .object({
      laboratoryId: z.string(),
      laboratory: z.string(),
      transport: z.enum(keysOf(transportStates)),
      sentAt: timestamp.nullable(),
      dueAt: timestamp.nullable(),
      returnedAt: timestamp.nullable(),
    })
    .nullable(),
  /** Why this caller may not start or complete the task now; null if they may. */
  whyNotStart: z.string().nullable(),
  whyNotComplete: z.string().nullable(),
  whyNotPutBack: z.string().nullable(),
})
export type Task = z.output<typeof task>

const taskDetail = task.extend({
  description: z.string(),
  instructions: z.string(),
  equipment: z.array(z.string()),
  specimen: z.string(),
  /** Minutes that such tasks have taken in this laboratory, or an estimate. */
  estimatedDuration: z.number().int(),
  visitId: z.string(),
  sampleId: z.string(),
  /** The results are entered at the microbiology bench. */
  isCulture: z.boolean(),
  /** The task needs consent and counselling before its start, and counselling before the release of its results. */
  isConfidential: z.boolean(),
  /** The result is concluded from the rapid tests that are entered. */
  isRapid: z.boolean(),
  notes: z.array(z.object({ at: timestamp, by: z.string(), text: z.string() })),
  history: z.array(
    z.object({
      at: timestamp,
      by: z.string(),
      what: z.string(),
      reason: z.string().nullable(),
      /** When and by whom it was done, if it was written on a downtime form and entered later. */
      onPaper: z.object({ at: timestamp, by: z.string() }).nullable(),
    }),
  ),
})
export type TaskDetail = z.output<typeof taskDetail>

const visitToCome = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.enum(visitStates),
  scheduledDate: timestamp,
})

const tube = z.object({
  collection: z.string(),
  specimen: z.string(),
  tube: z.string(),
  tests: z.array(z.string()),
})

export const findOnBench = endpoint({
  method: 'GET',
  path: '/api/Labtask/find',
  access: staffRoles,
  summary:
    'Resolve a scanned or typed code: a visit by its reference, today’s visit of a person by the person number, or a sample by its accession number.',
  query: z.strictObject({ code: line('Code', 60).refine((text) => text !== '', 'Scan or type a code') }),
  responses: { 200: z.object({ kind: z.enum(['visit', 'sample']), id: z.string() }) },
  errors: ['not_found'],
})

export const arriveVisit = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/arrive',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Mark a visit as arrived.',
  params: idParams,
  responses: { 200: done.extend({ status: z.enum(visitStates) }) },
  errors: ['not_found', 'not_possible_now'],
})

export const collectionPlan = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/collection',
  access: staffRoles,
  summary:
    'The tubes that a visit needs, the questions to ask the patient, and the samples collected so far.',
  params: idParams,
  responses: {
    200: z.object({
      id: z.string(),
      reference: z.string(),
      status: z.enum(visitStates),
      site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
      patient: patient.extend({ contact: z.string(), email: z.string() }),
      priority: z.enum(priorities),
      preparation: z.array(z.string()),
      tubes: z.array(tube),
      samples: z.array(sample),
      /** The visit that samples and report belong to, if this visit is a repeat collection. */
      order: z.object({ id: z.string(), reference: z.string() }).nullable(),
      /** The repeat collection for the missing samples. */
      again: visitToCome.nullable(),
      /** Accession numbers of printed labels whose tubes are not collected yet. */
      labels: z.array(z.string()),
    }),
  },
  errors: ['not_found'],
})

export const collectSamples = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/collect',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Collect the tubes of a visit, or those that replace rejected ones: samples with accession numbers, and their tasks.',
  params: idParams,
  body: z.strictObject({
    identifiedBy: z
      .array(z.enum(identifiers, { error: 'Choose identifiers from the list' }))
      .refine((ways) => new Set(ways).size >= 2, 'Confirm who it is in two ways'),
    prepared: z.enum(['yes', 'no', 'not needed'], { error: 'Say whether the patient was prepared' }),
    /** The collections of the plan that are taken now; if omitted, all that are missing. */
    collections: z.array(line('Collection', 40)).max(10).optional(),
    place: line('Place', 80).default(''),
  }),
  responses: { 201: done.extend({ samples: z.array(sample) }) },
  errors: ['not_found', 'not_possible_now'],
})

const accessionParams = z.strictObject({
  accession: z.string().regex(/^\d{14}$/, 'An accession number has 14 digits'),
})

export const readSample = endpoint({
  method: 'GET',
  path: '/api/Labtask/sample/:accession',
  access: staffRoles,
  summary: 'A sample.',
  params: accessionParams,
  responses: { 200: sample },
  errors: ['not_found'],
})

export const receiveSample = endpoint({
  method: 'POST',
  path: '/api/Labtask/sample/:accession/receive',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Mark a sample as received at the bench.',
  params: accessionParams,
  body: z.strictObject({ storagePlace: line('Storage place', 80).optional() }).optional(),
  responses: { 200: done.extend({ sample }) },
  errors: ['not_found', 'not_possible_now'],
})

export const rejectSample = endpoint({
  method: 'POST',
  path: '/api/Labtask/sample/:accession/reject',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Reject a sample: its tasks are withdrawn, a replacement sample gets a number, and the patient an appointment to give it, all in one transaction.',
  params: accessionParams,
  body: z
    .strictObject({
      reason: z.enum(rejectionReasons, { error: 'Choose a reason' }),
      note: paragraph('Note', 500).default(''),
      /** When the replacement is collected: at once, at a visit at `at`, or not decided yet. */
      again: z.enum(recollections, { error: 'Say when it is collected again' }).default('undecided'),
      at: instant.optional(),
    })
    .refine(({ again, at }) => (again === 'later') === (at !== undefined), {
      path: ['at'],
      message: 'Choose a time, or another answer to when it is collected again',
    }),
  responses: {
    200: done.extend({
      sample,
      /** The accession number of the replacement, whose label can be printed at once; null if no test needs one. */
      label: z.string().nullable(),
      again: visitToCome.nullable(),
    }),
  },
  errors: ['not_found', 'not_possible_now', 'slot_taken'],
})

export const recollectVisit = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/recollect',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Book an appointment to collect the tubes that a visit still needs, after samples were rejected or tests were added.',
  params: idParams,
  body: z.strictObject({ at: instant }),
  responses: { 201: done.extend({ again: visitToCome }) },
  errors: ['not_found', 'not_possible_now', 'slot_taken'],
})

export const discardSample = endpoint({
  method: 'POST',
  path: '/api/Labtask/sample/:accession/discard',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Discard a sample; refused while a task on it is unfinished.',
  params: accessionParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine((text) => text !== '', 'Say why it is discarded'),
  }),
  responses: { 200: done.extend({ sample }) },
  errors: ['not_found', 'not_possible_now'],
})

export const aliquotSample = endpoint({
  method: 'POST',
  path: '/api/Labtask/sample/:accession/aliquot',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Make an aliquot of a sample, with an accession number of its own.',
  params: accessionParams,
  body: z.strictObject({
    tube: line('Tube', 80).refine((text) => text !== '', 'Tube is required'),
    storagePlace: line('Storage place', 80).default(''),
  }),
  responses: { 201: done.extend({ sample }) },
  errors: ['not_found', 'not_possible_now'],
})

export const storeSample = endpoint({
  method: 'PUT',
  path: '/api/Labtask/sample/:accession/storage',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Set where a sample is stored, and whether in the refrigerator.',
  params: accessionParams,
  body: z.strictObject({
    storagePlace: line('Storage place', 80),
    refrigerated: z.boolean({ error: 'Refrigerated must be yes or no' }).optional(),
  }),
  responses: { 200: done.extend({ sample }) },
  errors: ['not_found'],
})

const testOfVisit = z.object({
  name: z.string(),
  /** The progress of its task; `collection` while there is no tube for it. */
  state: z.enum(['collection', ...taskStates, 'released']),
  /** Why it cannot be removed; null if it can. */
  whyNotRemove: z.string().nullable(),
})

const addableTest = z.object({
  name: z.string(),
  /** The accession number of the tube that it can be done from; null if it needs a new collection. */
  accession: z.string().nullable(),
  /** The place of this tube; empty: not recorded. */
  place: z.string(),
  /** Why no tube serves. */
  whyNoTube: z.string().nullable(),
})
export type AddableTest = z.output<typeof addableTest>

const testName = line('Test', 120)

export const readVisitTests = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/tests',
  access: staffRoles,
  summary: 'The tests of a visit, and those that can be added, each with the tube that it can be done from.',
  params: idParams,
  responses: {
    200: z.object({
      tests: z.array(testOfVisit),
      addable: z.array(addableTest),
      /** Why no test can be added in this state of the visit; null if tests can. */
      whyNotAdd: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})

export const addVisitTests = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/tests',
  changes: [...laboratoryReads, '/api/money'],
  access: staffRoles,
  summary:
    'Add tests to a visit whose patient has arrived: on a collected tube that is not too old, or on a tube that is collected afterwards.',
  params: idParams,
  body: z.strictObject({
    tests: z.array(testName).min(1, 'Choose at least one test').max(20, 'At most 20 tests at once'),
    /** Tests among `tests` for which a new tube is collected although a suitable tube is there, because too little of it is left. */
    collectAgain: z.array(testName).max(20).default([]),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const removeVisitTest = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/tests/remove',
  changes: [...laboratoryReads, '/api/money'],
  access: staffRoles,
  summary:
    'Take a test away from a visit before work on the test is started. The reason is kept in the audit trail.',
  params: idParams,
  body: z.strictObject({
    test: testName,
    reason: paragraph('Reason', 500).refine((text) => text !== '', 'Say why it is removed'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const labelFormats = ['a4', 'label'] as const

export const printLabels = endpoint({
  method: 'GET',
  path: '/api/Labtask/labels.pdf',
  access: staffRoles,
  summary: 'Labels with Code 128 barcodes as a PDF: A4 sheets, or one 50 × 25 mm label a page.',
  query: z.strictObject({
    accessions: z
      .string()
      .regex(/^\d{14}(,\d{14}){0,99}$/, 'Give accession numbers, separated by commas')
      .transform((text) => text.split(',')),
    format: z.enum(labelFormats).default('label'),
  }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

/** The step of a sample on the floor: what it waits for, or `work` while somebody works on its tests. */
export const floorSteps = ['transport', 'bench', 'work', 'release'] as const

export const benchFloor = endpoint({
  method: 'GET',
  path: '/api/Labtask/floor',
  access: staffRoles,
  permission: 'appointments',
  summary:
    'The samples in process at a site, latest first, each with its step, the start of the step and the staff responsible. Contains no patient data.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: {
    200: z.object({
      /** At most 400; `total` counts all of them. */
      samples: z.array(
        z.object({
          id: z.string(),
          accession: z.string(),
          tube: z.string(),
          tests: z.array(z.string()),
          urgent: z.boolean(),
          step: z.enum(floorSteps),
          since: timestamp,
          /** The staff who collected the sample, work on it or entered its results; empty while it waits at the bench. */
          people: z.array(z.string()),
        }),
      ),
      total: z.number().int(),
    }),
  },
  errors: ['not_found'],
})

export const taskSummary = endpoint({
  method: 'GET',
  path: '/api/Labtask/summary',
  access: staffRoles,
  summary:
    "The dashboard's three counts: pending and in progress that the caller may do, and completed today by anyone.",
  responses: {
    200: z.object({
      pending: z.number().int(),
      inProgress: z.number().int(),
      completedToday: z.number().int(),
      overdue: z.number().int(),
    }),
  },
  errors: [],
})

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/Labtask/tasks',
  access: staffRoles,
  summary: 'Tasks in working order: urgent ones first, then by due time.',
  query: z.strictObject({
    status: z.enum(taskStates).optional(),
    /** Only tasks that the caller has started. */
    mine: z.enum(['true', 'false']).optional(),
    /** Leaves out tasks that were completed before this instant; does not affect tasks in other states. */
    completedSince: instant.optional(),
    test: line('Test', 200).optional(),
    search: line('Search', 200).optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(task)) },
  errors: [],
})

/** The capacity of a rack, and so the maximum length of a worklist. */
export const worklistSize = 96

export const worklist = endpoint({
  method: 'GET',
  path: '/api/Labtask/worklist',
  access: staffRoles,
  summary: 'The worklist of a test: its pending tasks and those in progress, in working order.',
  query: z.strictObject({ test: line('Test', 200).refine((text) => text !== '', 'Choose a test') }),
  responses: {
    200: z.object({
      test: z.string(),
      at: timestamp,
      tasks: z.array(task),
      /** Whether there are more tasks than the worklist contains. */
      more: z.boolean(),
    }),
  },
  errors: [],
})

export const startWorklist = endpoint({
  method: 'POST',
  path: '/api/Labtask/worklist/start',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Start those of the given tasks that can be started. Tasks that somebody else has taken meanwhile are skipped and listed.',
  body: z.strictObject({ tasks: z.array(id).min(1, 'There is nothing to start').max(worklistSize) }),
  responses: {
    200: done.extend({
      started: z.array(z.string()),
      left: z.array(z.object({ accession: z.string(), patient: z.string(), why: z.string() })),
    }),
  },
  errors: [],
})

export const claimNextTask = endpoint({
  method: 'POST',
  path: '/api/Labtask/claim-next',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Assign the next task to the caller. No two people get the same task.',
  responses: { 200: z.object({ task: task.nullable(), message: z.string() }) },
  errors: [],
})

export const readTask = endpoint({
  method: 'GET',
  path: '/api/Labtask/task/:id',
  access: staffRoles,
  summary: 'A task with its sample, patient and notes.',
  params: idParams,
  responses: { 200: taskDetail },
  errors: ['not_found'],
})

export const moveTask = endpoint({
  method: 'PUT',
  path: '/api/Labtask/task/:id/status',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Start or complete a task, or return it to the queue with a reason; entered results are kept.',
  params: idParams,
  body: z.strictObject({
    status: z.enum(taskStates, { error: 'Choose a status' }),
    /** Required as the reason when the task is put back. */
    notes: paragraph('Notes', 2000).default(''),
  }),
  responses: { 200: done.extend({ task }) },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const addTaskNote = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/notes',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Add a note to a task.',
  params: z.strictObject({ id }),
  body: z.strictObject({ text: paragraph('Note', 2000).refine((text) => text !== '', 'Write the note') }),
  responses: { 201: done },
  errors: ['not_found'],
})
