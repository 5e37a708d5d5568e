import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, idParams, line, paragraph, revision, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'
import { type Flag, flags } from './results.ts'

/** Comments of reports: typed, from the laboratory's list, and interpretive texts that follow from the results. */

const text = paragraph('Text', 1000).refine((said) => said !== '', 'Enter a text')
const follows = revision('Send the version that was last read')
const limit = (name: string) => z.number({ error: `${name} must be a number` }).nullable()

const commentText = z.object({
  id: z.string(),
  text: z.string(),
  /** The test for which it is offered; null: all. */
  test: z.object({ code: z.string(), name: z.string() }).nullable(),
})
export type CommentText = z.output<typeof commentText>

/** Flags that an interpretive text can ask for. */
export const askedFlags = flags.filter((flag): flag is Exclude<Flag, ''> => flag !== '')

const condition = {
  /** Every condition that is given must hold: one of these flags, a number from `atLeast` to below `below`, one of these answers. */
  flags: z.array(z.enum(askedFlags)).max(6),
  atLeast: limit('At least'),
  below: limit('Below'),
  answers: z.array(line('Answer', 120)).max(20),
}

const interpretation = z.object({
  id: z.string(),
  version: z.number().int(),
  analyte: z.object({ code: z.string(), name: z.string() }),
  ...condition,
  text: z.string(),
  /** The reflex test that the same condition calls for, and whether it is added without asking. */
  addsTest: z.object({ code: z.string(), name: z.string() }).nullable(),
  addsItself: z.boolean(),
  enteredBy: z.string(),
  /** Null: it waits to be confirmed and stands on no report. */
  confirmedBy: z.string().nullable(),
  confirmedAt: timestamp.nullable(),
})
export type Interpretation = z.output<typeof interpretation>

export const listComments = endpoint({
  method: 'GET',
  path: '/api/catalogue/comments',
  access: staffRoles,
  summary: "The laboratory's list of comments, and its interpretive texts with who confirmed them.",
  responses: { 200: z.object({ comments: z.array(commentText), interpretations: z.array(interpretation) }) },
  errors: [],
})

export const addComment = endpoint({
  method: 'POST',
  path: '/api/catalogue/comments',
  changes: ['/api/catalogue/comments'],
  access: staffRoles,
  permission: 'catalogue',
  summary: "Add a comment to the laboratory's list.",
  body: z.strictObject({ text, test: line('Test', 60).nullable() }),
  responses: { 201: done },
  errors: [],
})

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/catalogue/comments/:id',
  changes: ['/api/catalogue/comments'],
  access: staffRoles,
  permission: 'catalogue',
  summary: "Remove a comment from the laboratory's list. Results that have it keep it.",
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})

const reflex = {
  addsTest: line('Test that follows', 60).nullable().default(null),
  addsItself: z.boolean({ error: 'Adds itself must be yes or no' }).default(false),
}
const isNamed = [
  ({ addsTest, addsItself }: { addsTest: string | null; addsItself: boolean }) =>
    addsTest !== null || !addsItself,
  { path: ['addsTest'] as PropertyKey[], message: 'Choose the test that is added' },
] as const

type Condition = {
  flags: readonly string[]
  atLeast: number | null
  below: number | null
  answers: readonly string[]
}

const isGiven = [
  ({ flags, atLeast, below, answers }: Condition) =>
    flags.length + answers.length > 0 || atLeast !== null || below !== null,
  { path: ['flags'] as PropertyKey[], message: 'Give at least one condition' },
] as const
const isOrdered = [
  ({ atLeast, below }: Condition) => atLeast === null || below === null || atLeast < below,
  { path: ['below'] as PropertyKey[], message: 'This must be more than the least value' },
] as const

export const addInterpretation = endpoint({
  method: 'POST',
  path: '/api/catalogue/interpretations',
  changes: ['/api/catalogue/comments'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Add an interpretive text. It stands on no report until it is confirmed.',
  body: z
    .strictObject({ analyte: line('Analyte', 60), ...condition, ...reflex, text })
    .refine(...isNamed)
    .refine(...isGiven)
    .refine(...isOrdered),
  responses: { 201: done },
  errors: [],
})

export const changeInterpretation = endpoint({
  method: 'PUT',
  path: '/api/catalogue/interpretations/:id',
  changes: ['/api/catalogue/comments'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Change an interpretive text. It stands on no report until it is confirmed again.',
  params: idParams,
  body: z
    .strictObject({ ...condition, ...reflex, text, follows })
    .refine(...isNamed)
    .refine(...isGiven)
    .refine(...isOrdered),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const confirmInterpretation = endpoint({
  method: 'POST',
  path: '/api/catalogue/interpretations/:id/confirm',
  changes: ['/api/catalogue/comments'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Confirm an interpretive text as it stands, by name. It stands on reports from now on.',
  params: idParams,
  body: z.strictObject({ follows }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const removeInterpretation = endpoint({
  method: 'DELETE',
  path: '/api/catalogue/interpretations/:id',
  changes: ['/api/catalogue/comments'],
  access: staffRoles,
  permission: 'catalogue',
  summary: 'Remove an interpretive text. Issued reports keep it.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})

const comment = z.object({ text: z.string(), revision: z.number().int() })
const typed = z.strictObject({ text: paragraph('Comment', 1000), revision: follows })

export const readComments = endpoint({
  method: 'GET',
  path: '/api/Labtask/task/:id/comments',
  access: staffRoles,
  summary: 'The comment on the results of a task, and the comment on the report of its visit.',
  params: idParams,
  responses: {
    200: z.object({
      visitId: z.string(),
      testCode: z.string(),
      task: comment,
      /** Why the comment on the results cannot be changed now; null if it can. */
      whyNotChange: z.string().nullable(),
      report: comment,
    }),
  },
  errors: ['not_found'],
})

export const changeTaskComment = endpoint({
  method: 'PUT',
  path: '/api/Labtask/task/:id/comment',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Change the comment on the results of a task, until they are released.',
  params: idParams,
  body: typed,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const changeReportComment = endpoint({
  method: 'PUT',
  path: '/api/labtest/appointment/:id/report-comment',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Change the comment on the report of a visit, for the versions that are issued from now on.',
  params: idParams,
  body: typed,
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})
