import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, line, page, pageOf, paragraph, timestamp } from './fields.ts'
import { genders, staffRoles } from './options.ts'

/** Releasing by rule, and the list of released tasks. */

const limits = z.record(
  line('Analyte', 60),
  z.strictObject({ low: z.number().nullable(), high: z.number().nullable() }),
)

const reason = paragraph('Reason', 500).refine(
  (text) => text !== '',
  'Give the reason: it is kept with the rule',
)
const test = line('Test', 200).refine((text) => text !== '', 'Choose a test')

const ruleVersion = z.object({
  version: z.number().int(),
  limits,
  reason: z.string(),
  turnedOnBy: z.string(),
  turnedOnAt: timestamp,
  turnedOffBy: z.string().nullable(),
  turnedOffAt: timestamp.nullable(),
  offReason: z.string().nullable(),
})
export type RuleVersion = z.output<typeof ruleVersion>

const releaseRule = z.object({
  test: z.string(),
  /** The name of the rule on reports. */
  name: z.string(),
  analytes: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      /** Whether the rule can have its own limits, which need a number. */
      quantity: z.boolean(),
      /** Whether the laboratory's director has confirmed the current interval. */
      confirmed: z.boolean(),
    }),
  ),
  inForce: ruleVersion.nullable(),
  /** All versions, latest first. */
  history: z.array(ruleVersion),
})
export type ReleaseRule = z.output<typeof releaseRule>

export const releaseRules = endpoint({
  method: 'GET',
  path: '/api/Labtask/release-rules',
  access: staffRoles,
  permission: 'catalogue',
  summary: 'The rules of automatic release: for each test the current rule, if any, and its history.',
  responses: { 200: z.array(releaseRule) },
  errors: [],
})

export const turnOnReleaseRule = endpoint({
  method: 'POST',
  path: '/api/Labtask/release-rules/on',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'catalogue',
  summary: "Add a version of a test's rule of automatic release, which takes effect at once.",
  body: z.strictObject({ test, reason, limits: limits.default({}) }),
  responses: { 200: done.extend({ version: z.number().int() }) },
  errors: ['changed_meanwhile'],
})

export const turnOffReleaseRule = endpoint({
  method: 'POST',
  path: '/api/Labtask/release-rules/off',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'catalogue',
  summary: 'End the automatic release of a test.',
  body: z.strictObject({ test, reason }),
  responses: { 200: done },
  errors: ['not_possible_now'],
})

export const heldBack = endpoint({
  method: 'GET',
  path: '/api/Labtask/release-rules/held-back',
  access: staffRoles,
  permission: 'catalogue',
  summary: 'The latest results that a rule held back, with the reasons.',
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        accession: z.string(),
        completedAt: timestamp,
        why: z.string(),
        /** Whether a person has released it since. */
        released: z.boolean(),
      }),
    ),
  },
  errors: [],
})

export const releasedTasks = endpoint({
  method: 'GET',
  path: '/api/Labtask/released',
  access: staffRoles,
  summary: 'Released results, latest first, by accession number, reference or name.',
  query: z.strictObject({ search: line('Search', 200).optional(), ...page }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          id: z.string(),
          title: z.string(),
          accession: z.string(),
          visitId: z.string(),
          reference: z.string(),
          patient: z.object({ fullName: z.string(), age: z.number(), gender: z.enum(genders) }),
          releasedAt: timestamp,
          /** A person, or a rule and its version. */
          releasedBy: z.string(),
          byRule: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
})
export type ReleasedTask = z.output<(typeof releasedTasks)['responses'][200]>['rows'][number]
