import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, line, page, pageOf, paragraph, requiredLine, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'
import { controlStates, lotStates, westgardRules } from './quality-rules.ts'

/**
 * Quality control: control materials of known values are measured besides patient samples, and rules decide whether the
 * results can be trusted. A material has levels (low, normal, high); a lot is one level of it.
 */

const rules = z.array(z.enum(westgardRules))
const latest = z.object({ at: timestamp, value: z.number(), z: z.number(), rules }).nullable()
const material = z.object({ id: z.string(), name: z.string(), manufacturer: z.string() })
export type ControlMaterial = z.output<typeof material>

const lot = z.object({
  id: z.string(),
  siteId: z.string(),
  site: z.string(),
  material,
  level: z.string(),
  number: z.string(),
  /** The expiry date: the last local day on which the lot may be used. */
  expiresOn: z.string(),
  expiry: z.enum(['fine', 'soon', 'expired']),
  status: z.enum(lotStates),
  openedAt: timestamp.nullable(),
  closedAt: timestamp.nullable(),
  closingReason: z.string().nullable(),
})
export type ControlLot = z.output<typeof lot>

/** The analyser that measured; null if it is not known or if the measurement was made without one. */
const analyser = z.object({ id: z.string(), name: z.string() }).nullable()
export type ControlAnalyser = z.output<typeof analyser>

/** What an analyte measured on one analyser. Rules look at the values of one line. */
const controlLine = z.object({
  analyser,
  state: z.enum(controlStates),
  latest,
  /** The latest value that broke a rule without a responsibility taken for it; null if there is none. */
  unanswered: z.string().nullable(),
  /** Why the caller may not take responsibility for it. */
  whyNotAnswer: z.string().nullable(),
})
export type ControlLine = z.output<typeof controlLine>

const target = z.object({
  analyte: z.string(),
  name: z.string(),
  unit: z.string(),
  decimals: z.number().int(),
  mean: z.number(),
  sd: z.number(),
  /** The worst state of its lines. */
  state: z.enum(controlStates),
  lines: z.array(controlLine),
})
export type ControlTarget = z.output<typeof target>

const lotDetail = lot.extend({
  targets: z.array(target),
  whyNotRun: z.string().nullable(),
  whyNotOpen: z.string().nullable(),
  whyNotClose: z.string().nullable(),
  /** The other open lots (levels) of the material. */
  otherLots: z.array(z.object({ id: z.string(), level: z.string(), number: z.string() })),
  /** The names of the site's analysers. */
  analysers: z.array(z.string()),
  /** The latest run of the material, if values of this lot can still join it. */
  joinable: z
    .object({
      run: z.string(),
      at: timestamp,
      levels: z.array(z.string()),
      instrument: z.string(),
      /** Analytes with a value of this lot in the run; another value needs a new run. */
      measured: z.array(z.string()),
    })
    .nullable(),
})
export type ControlLotDetail = z.output<typeof lotDetail>

const controlValue = z.object({
  id: z.string(),
  run: z.string(),
  at: timestamp,
  by: z.string(),
  instrument: z.string(),
  value: z.number(),
  mean: z.number(),
  sd: z.number(),
  z: z.number(),
  rules,
  struckOut: z.object({ at: timestamp, by: z.string(), reason: z.string() }).nullable(),
  responsibility: z.object({ at: timestamp, by: z.string(), text: z.string() }).nullable(),
  whyNotStrikeOut: z.string().nullable(),
})
export type ControlValue = z.output<typeof controlValue>

const overviewLot = z.object({
  lotId: z.string(),
  material: z.string(),
  level: z.string(),
  number: z.string(),
  expiresOn: z.string(),
  expiry: z.enum(['fine', 'soon', 'expired']),
  /** A lot has an entry for each analyser that measured it. */
  analyser,
  state: z.enum(controlStates),
  latest,
})

const overviewRow = z.object({
  analyte: z.string(),
  name: z.string(),
  unit: z.string(),
  siteId: z.string(),
  site: z.string(),
  /** The worst state of its lots. */
  state: z.enum(controlStates),
  /** No control within the configured hours: a warning only. */
  stale: z.boolean(),
  lots: z.array(overviewLot),
})
export type ControlOverviewRow = z.output<typeof overviewRow>

export const controlOverview = endpoint({
  method: 'GET',
  path: '/api/Labtask/quality',
  access: staffRoles,
  summary: 'Analytes with open control lots, and which of the lots block the release of results.',
  query: z.strictObject(page),
  responses: {
    200: z.object({
      controlHours: z.number().int(),
      blocking: z.array(
        z.object({
          lotId: z.string(),
          material: z.string(),
          level: z.string(),
          number: z.string(),
          analyte: z.string(),
          name: z.string(),
          analyser,
          at: timestamp,
          z: z.number(),
          rules,
          /** Completed tests that it blocks from release. */
          waiting: z.number().int(),
        }),
      ),
      ...pageOf(overviewRow),
    }),
  },
  errors: [],
})

export const setControlHours = endpoint({
  method: 'PUT',
  path: '/api/Labtask/quality/settings',
  changes: ['/api/Labtask'],
  access: staffRoles,
  permission: 'quality',
  summary: 'After how many hours without a control run the screens show a warning.',
  body: z.strictObject({
    controlHours: z
      .number({ error: 'Hours must be a number' })
      .int('Give whole hours')
      .min(1, 'At least 1 hour')
      .max(720, 'At most 720 hours, which is 30 days'),
  }),
  responses: { 200: done },
  errors: [],
})

export const listControlMaterials = endpoint({
  method: 'GET',
  path: '/api/Labtask/quality/materials',
  access: staffRoles,
  summary: 'Control materials, newest first.',
  query: z.strictObject(page),
  responses: { 200: z.object(pageOf(material)) },
  errors: [],
})

export const addControlMaterial = endpoint({
  method: 'POST',
  path: '/api/Labtask/quality/materials',
  changes: ['/api/Labtask'],
  access: staffRoles,
  permission: 'quality',
  summary: 'Add a control material.',
  body: z.strictObject({
    name: requiredLine('Name', 120),
    manufacturer: line('Manufacturer', 120).default(''),
  }),
  responses: { 201: material },
  errors: ['conflict'],
})

/** Analytes that can be controlled: numeric measured ones, with the tests that report them. */
export const listControlAnalytes = endpoint({
  method: 'GET',
  path: '/api/Labtask/quality/analytes',
  access: staffRoles,
  summary: 'Analytes that a lot can have a target for, as the catalogue orders them.',
  responses: {
    200: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        unit: z.string(),
        decimals: z.number().int(),
        tests: z.array(z.string()),
      }),
    ),
  },
  errors: [],
})

export const listControlLots = endpoint({
  method: 'GET',
  path: '/api/Labtask/quality/lots',
  access: staffRoles,
  summary: 'Lots of control material, newest first.',
  query: z.strictObject({ ...page, status: z.enum(lotStates).optional() }),
  responses: { 200: z.object(pageOf(lot)) },
  errors: [],
})

export const addControlLot = endpoint({
  method: 'POST',
  path: '/api/Labtask/quality/lots',
  changes: ['/api/Labtask'],
  access: staffRoles,
  permission: 'quality',
  summary: 'Add a lot: one level of a material. It is measured once it has targets and is opened.',
  body: z.strictObject({
    materialId: id,
    level: requiredLine('Level', 40),
    number: requiredLine('Lot number', 60),
    expiresOn: day,
    /** If omitted, the first site. */
    siteId: id.optional(),
  }),
  responses: { 201: lotDetail },
  errors: ['conflict'],
})

export const readControlLot = endpoint({
  method: 'GET',
  path: '/api/Labtask/quality/lots/:id',
  access: staffRoles,
  summary: 'A lot with its targets, the control state of each, and what the caller may do.',
  params: idParams,
  responses: { 200: lotDetail },
  errors: ['not_found'],
})

export const setControlTargets = endpoint({
  method: 'PUT',
  path: '/api/Labtask/quality/lots/:id/targets',
  changes: ['/api/Labtask'],
  access: staffRoles,
  permission: 'quality',
  summary:
    'Set the mean and SD of each analyte. Earlier measurements keep the target they were evaluated against.',
  params: idParams,
  body: z.strictObject({
    targets: z
      .array(
        z.strictObject({
          analyte: requiredLine('Analyte', 60),
          mean: z.number({ error: 'The mean must be a number' }),
          sd: z.number({ error: 'The SD must be a number' }).positive('The SD must be above 0'),
        }),
        { error: 'Targets must be a list' },
      )
      .min(1, 'Enter at least one target')
      .max(100, 'A lot can have at most 100 targets'),
  }),
  responses: { 200: done.extend({ lot: lotDetail }) },
  errors: ['not_found', 'not_possible_now'],
})

export const moveControlLot = endpoint({
  method: 'PUT',
  path: '/api/Labtask/quality/lots/:id/status',
  changes: ['/api/Labtask'],
  access: staffRoles,
  permission: 'quality',
  summary:
    'Open a lot, or close it with a reason. A lot that blocks the release of results cannot be closed.',
  params: idParams,
  body: z.strictObject({
    status: z.enum(['open', 'closed'], { error: 'Choose open or closed' }),
    reason: paragraph('Reason', 500).default(''),
  }),
  responses: { 200: done.extend({ lot: lotDetail }) },
  errors: ['not_found', 'not_possible_now'],
})

export const listControlValues = endpoint({
  method: 'GET',
  path: '/api/Labtask/quality/lots/:id/values',
  access: staffRoles,
  summary: 'The measurements of an analyte in a lot, newest first, struck-out ones included.',
  params: idParams,
  query: z.strictObject({
    ...page,
    analyte: requiredLine('Analyte', 60),
    /** Only those of one analyser, or, with `none`, those without a known analyser. */
    instrument: z.union([id, z.literal('none')]).optional(),
  }),
  responses: { 200: z.object(pageOf(controlValue)) },
  errors: ['not_found'],
})

export const recordControlRun = endpoint({
  method: 'POST',
  path: '/api/Labtask/quality/runs',
  changes: ['/api/Labtask'],
  access: staffRoles,
  summary: 'Record the measurements of a lot. The answer contains the Westgard rules that they break.',
  body: z.strictObject({
    lot: id,
    values: z
      .record(line('Analyte', 60), z.union([z.number(), z.string()], { error: 'Enter a number' }))
      .refine((values) => Object.keys(values).length > 0, 'Enter at least one value'),
    /** The name of an analyser of the site, regardless of case, assigns the run to it. Other names are only recorded. */
    instrument: line('Instrument', 120).default(''),
    /** The run of other levels that this value joins; if omitted, a new run. */
    run: id.optional(),
  }),
  responses: {
    201: done.extend({
      run: z.string(),
      /** The id of the run’s analyser; null if it is not known. */
      analyser: z.string().nullable(),
      values: z.array(
        z.object({ analyte: z.string(), name: z.string(), value: z.number(), z: z.number(), rules }),
      ),
    }),
  },
  errors: ['not_found', 'not_possible_now'],
})

export const strikeOutControlValue = endpoint({
  method: 'PUT',
  path: '/api/Labtask/quality/values/:id/strike-out',
  changes: ['/api/Labtask'],
  access: staffRoles,
  summary: 'Strike out a value that was recorded by mistake. It stays visible and no longer counts.',
  params: idParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine((text) => text !== '', 'Say why this value does not count'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const answerForControl = endpoint({
  method: 'POST',
  path: '/api/Labtask/quality/values/:id/responsibility',
  changes: ['/api/Labtask'],
  access: staffRoles,
  summary:
    'Allow the release of results in spite of a broken rule, with a written reason. Ends when a rule is broken again.',
  params: idParams,
  body: z.strictObject({
    text: paragraph('Reason', 1000).refine(
      (text) => text.length >= 10,
      'Write down why the results can be relied on: 10 characters or more',
    ),
  }),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})
