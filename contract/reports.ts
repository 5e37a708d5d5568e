import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, page, pageOf, paragraph, revision, timestamp } from './fields.ts'
import { measuredOutOfUse } from './instrument-breakdowns.ts'
import { keysOf } from './keys-of.ts'
import { genders, staffRoles, visitRoles } from './options.ts'
import { fastingStates, resultWays } from './orders.ts'
import { controlStates } from './quality-rules.ts'
import { reportPages } from './report-pages.ts'
import { flags, repeat } from './results.ts'
import { categoryNames, comparators, growthAmountNames, methods } from './susceptibility.ts'

const reportedCulture = z.object({
  /** Whether the culture is still in incubation and more results follow. */
  interim: z.boolean(),
  /** The sources of the breakpoints with their years; empty: no category comes from a breakpoint. */
  breakpoints: z.string(),
  isolates: z.array(
    z.object({
      number: z.number().int(),
      organism: z.string(),
      isYeast: z.boolean(),
      amount: z.enum(growthAmountNames),
      comment: z.string(),
      antibiogram: z.array(
        z.object({
          antibiotic: z.string(),
          method: z.enum(methods).nullable(),
          comparator: z.enum(comparators),
          /** In mm or mg/L; null: only the category was entered. */
          value: z.number().nullable(),
          category: z.enum(categoryNames),
          isShown: z.boolean(),
        }),
      ),
    }),
  ),
})
export type ReportedCulture = z.output<typeof reportedCulture>

export const waitingForRelease = endpoint({
  method: 'GET',
  path: '/api/Labtask/release',
  access: staffRoles,
  summary: 'Tasks that wait for release, oldest first.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          id: z.string(),
          title: z.string(),
          accession: z.string(),
          patient: z.object({ fullName: z.string(), age: z.number(), gender: z.enum(genders) }),
          enteredBy: z.string(),
          /** When the results were measured and who wrote them down, if they were entered from a downtime form. */
          measured: z.object({ at: timestamp, by: z.string() }).nullable(),
          completedAt: timestamp,
          /** The revision of these results and their comment, which a release must name. */
          revision: z.number().int(),
          results: z.array(
            z.object({
              code: z.string(),
              name: z.string(),
              value: z.string(),
              number: z.number().nullable(),
              /** As printed. */
              unit: z.string(),
              /** The interval by which the value was judged, as printed and as limits; empty and null: there is none. */
              range: z.string(),
              low: z.number().nullable(),
              high: z.number().nullable(),
              flag: z.enum(flags),
              /** The last released value of the same person. */
              previous: z
                .object({ value: z.string(), number: z.number().nullable(), at: timestamp })
                .nullable(),
              delta: z.boolean(),
              /** No interval was chosen, because it depends on an age that is not known exactly enough. */
              birthNeeded: z.boolean(),
            }),
          ),
          /**
           * The worst state of the open controls of the test's analytes; null without open controls. `at` is the oldest of their latest
           * measurements (null: a control has none yet). `stale`: `at` is null or older than the laboratory's limit.
           */
          control: z
            .object({ state: z.enum(controlStates), at: timestamp.nullable(), stale: z.boolean() })
            .nullable(),
          notes: z.array(z.object({ at: timestamp, by: z.string(), text: z.string() })),
          /** The revision of these results alone, which a repeat must name. */
          resultsRevision: z.number().int(),
          /** The repeats of this test, oldest first. */
          repeats: z.array(repeat),
          comment: z.string(),
          /** The interpretive texts that the report will carry. */
          interpretations: z.array(z.string()),
          /** Why the release rule of this test left it to a person. */
          heldBack: z.string().nullable(),
          /** The isolates of a culture with all antibiotics, shown in the report or not; null: the test is not a culture. */
          culture: reportedCulture.nullable(),
          /** With an entry, the task is released alone and with `outOfUseReason`. */
          outOfUse: z.array(measuredOutOfUse),
          whyNotRelease: z.string().nullable(),
        }),
      ),
    ),
  },
  errors: [],
})

export const releaseResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/release',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'release',
  summary:
    'Release tasks, all of them or none: each visit gets a new, immutable version of its report. `revisions` names the results that were reviewed: results saved since are not released. Results that were measured while their analyser was out of use are released one task at a time, with `outOfUseReason`.',
  body: z
    .strictObject({
      tasks: z.array(id).min(1, 'Choose what to release').max(100),
      revisions: z.record(id, revision()).default({}),
      outOfUseReason: paragraph('Reason', 500)
        .refine((text) => text !== '', 'Give the reason: it is kept with the release')
        .optional(),
    })
    .refine(({ tasks, outOfUseReason }) => outOfUseReason === undefined || tasks.length === 1, {
      path: ['outOfUseReason'],
      error: 'Give a reason for one test at a time',
    }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const correctResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/task/:id/correct',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'release',
  summary: 'Open a released task for correction. The report as it was stays readable.',
  params: idParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine(
      (text) => text !== '',
      'Give the reason: the report will carry it',
    ),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const retractResults = endpoint({
  method: 'POST',
  path: '/api/Labtask/retract',
  changes: laboratoryReads,
  access: staffRoles,
  permission: 'retract',
  summary:
    "Withdraw released results: a new version of each visit's report states it, and the tasks wait for new results.",
  body: z.strictObject({
    tasks: z.array(id).min(1, 'Choose what to withdraw').max(100),
    /** Whether to withdraw everything else in the same reports too. */
    wholeReport: z.boolean().default(false),
    reason: paragraph('Reason', 500).refine(
      (text) => text !== '',
      'Give the reason: the report will carry it',
    ),
  }),
  responses: { 200: done },
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
  /** The flag in words, since a letter alone is unclear. */
  flagWords: z.string(),
  /** The value before a correction. */
  before: z.string().nullable(),
  /** A textbook interval that the laboratory’s director has not confirmed. */
  unconfirmed: z.boolean().default(false),
  /** No interval was chosen, because it depends on an age that is not known exactly enough. `range` is empty. */
  birthNeeded: z.boolean().default(false),
})

/** Withdrawn: all its results were withdrawn. */
export const reportStatuses = ['partial', 'final', 'corrected', 'withdrawn'] as const

/**
 * The content of a report, frozen at its release. Dates are as printed, in the local time of the site. Fields with a
 * default are missing in reports of earlier versions, which are never rewritten.
 */
export const reportContent = z.object({
  version: z.number().int(),
  status: z.enum(reportStatuses),
  code: z.string(),
  laboratory: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    /** Lines at the head and the foot of each page, and the accreditation; empty: not set. */
    head: z.string().default(''),
    foot: z.string().default(''),
    accreditation: z.string().default(''),
    /** The hash of the accreditation mark. */
    mark: z.string().nullable().default(null),
  }),
  page: z.enum(keysOf(reportPages)).default('a4'),
  site: z.string(),
  patient: z.object({
    fullName: z.string(),
    age: z.number(),
    gender: z.enum(genders),
    reference: z.string(),
    personNumber: z.string().nullable().default(null),
    /** The date of birth as printed; null: not known to the day. */
    born: z.string().nullable().default(null),
  }),
  /** The requester of the tests; null: not recorded. */
  requestedBy: z.string().nullable().default(null),
  /** Who gets a copy; empty: nobody is named. */
  copyTo: z.string().default(''),
  /** What the order said; null: nothing was recorded. */
  order: z
    .object({
      clinicalDetails: z.string(),
      diagnosis: z.string(),
      fasting: z.enum(keysOf(fastingStates)),
      pregnancyWeek: z.number().int().nullable(),
      medication: z.string(),
    })
    .nullable()
    .default(null),
  issuedAt: z.string(),
  timeZone: z.string(),
  waitingFor: z.array(z.string()),
  /** The comment on the whole report. */
  comment: z.string().default(''),
  singlePersonRelease: z.boolean(),
  tests: z.array(
    z.object({
      code: z.string().default(''),
      name: z.string(),
      specimen: z.string(),
      accession: z.string(),
      collectedAt: z.string(),
      receivedAt: z.string().nullable(),
      /** Whether the patient was prepared as the test requires; null: not recorded. */
      prepared: z.enum(['yes', 'no', 'not needed']).nullable().default(null),
      /** Samples that were rejected for this test before this one. */
      rejected: z.array(z.object({ accession: z.string(), at: z.string(), reason: z.string() })).default([]),
      enteredBy: z.string(),
      /** When the results were measured and who wrote them down, if they were entered from a downtime form. */
      measured: z.object({ at: z.string(), by: z.string() }).nullable().default(null),
      releasedBy: z.string(),
      /** Released by a rule: `releasedBy` names the rule and its version. */
      byRule: z.boolean().default(false),
      releasedAt: z.string(),
      method: z.string().default(''),
      instrument: z.string().default(''),
      /** The laboratory that did the test; empty: this one. */
      referredTo: z.string().default(''),
      /** How the person who released is named; null: a rule, or a report of before. */
      authorised: z
        .object({
          qualification: z.string(),
          licenceNumber: z.string(),
          /** The hash of the picture of the signature. */
          signature: z.string().nullable(),
        })
        .nullable()
        .default(null),
      correction: z.object({ reason: z.string(), by: z.string() }).nullable(),
      /** The results were withdrawn, and no new ones are released yet. */
      withdrawn: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable().default(null),
      /** The comment on the results, and the interpretive texts that followed from them. */
      comment: z.string().default(''),
      interpretations: z.array(z.string()).default([]),
      /** Attached files that are part of the report. A picture is printed, by its hash; another file is embedded in the PDF. */
      attachments: z
        .array(
          z.object({ id: z.string(), name: z.string(), type: z.string(), picture: z.string().nullable() }),
        )
        .default([]),
      results: z.array(reported),
      /** The isolates of a culture with the antibiotics that the report shows; null: the test is not a culture. */
      culture: reportedCulture.nullable().default(null),
    }),
  ),
})
export type ReportContent = z.output<typeof reportContent>

export const listReports = endpoint({
  method: 'GET',
  path: '/api/labtest/reports',
  access: ['user'],
  summary:
    "The caller's own released reports, the latest first, each with how many values lie inside and outside their intervals and whether the caller has opened it. Contains no measured value.",
  query: z.strictObject({ ...page, visit: id.optional() }),
  responses: {
    200: z.object({
      ...pageOf(
        z.object({
          visitId: z.string(),
          personId: z.string(),
          /** The name of the person tested, who may not be the caller. */
          fullName: z.string(),
          timeZone: z.string(),
          /** Whether it is the report of confidential tests, which this list does not name. */
          confidential: z.boolean(),
          version: z.number().int(),
          status: z.enum(reportStatuses),
          issuedAt: timestamp,
          tests: z.array(z.string()),
          /** Values within their interval, and values with a flag. A value without an interval is neither. */
          usual: z.number().int(),
          flagged: z.number().int(),
          /** Contains a critical value. */
          urgent: z.boolean(),
          /** This version, or a later one, was opened with this account. */
          opened: z.boolean(),
        }),
      ),
      /** Number of unopened reports, over all pages. */
      unopened: z.number().int(),
    }),
  },
  errors: [],
})
export type OwnReport = z.output<(typeof listReports)['responses'][200]>['rows'][number]

export const readReport = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/report',
  access: visitRoles,
  scope: 'results:read',
  summary: 'The latest released report of a visit, and which versions there are.',
  params: idParams,
  responses: {
    200: z.object({
      report: reportContent,
      versions: z.array(z.object({ version: z.number().int(), issuedAt: timestamp, status: z.string() })),
    }),
  },
  errors: ['not_found', 'not_possible_now'],
})

/** A file that is embedded in the PDF of the report, to be downloaded by itself: many phones do not show embedded files. */
export const embeddedFile = id.optional()

/** Confidential tests have a separate report, for the patient, staff with access, and the clinic that ordered them. */
export const readConfidentialReport = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/confidential-report',
  access: visitRoles,
  summary:
    'The latest released report of the confidential tests of a visit: for the patient, and for staff who may see these tests.',
  params: idParams,
  responses: readReport.responses,
  errors: ['not_found'],
})

export const readConfidentialReportPdf = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/confidential-report.pdf',
  access: visitRoles,
  summary:
    'A released report of confidential tests as it was issued, byte for byte. With `file`, a PDF that is embedded in it.',
  params: idParams,
  query: z.strictObject({ version: z.coerce.number().pipe(revision()).optional(), file: embeddedFile }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const readReportStanding = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/report/standing',
  access: staffRoles,
  summary:
    'Whether a visit has a released report, how the facility that asked gets it, when it was last corrected or withdrawn, and whether its patient has opened it since. Contains no result.',
  params: idParams,
  responses: {
    200: z.object({
      /** The latest version; null before the first release. */
      report: z
        .object({ version: z.number().int(), status: z.enum(reportStatuses), issuedAt: timestamp })
        .nullable(),
      /** The latest version of the report of confidential tests; null for callers who may not read it. */
      confidential: z.object({ version: z.number().int(), issuedAt: timestamp }).nullable(),
      /** The facility that asked for the tests, and how it gets its results; null: no facility asked. */
      resultsTo: z
        .object({
          facility: z.string(),
          by: z.enum(keysOf(resultWays)),
          phone: z.string(),
          email: z.string(),
        })
        .nullable(),
      /** Null: the report was never corrected. */
      correction: z
        .object({
          version: z.number().int(),
          /** True if results were withdrawn, false if they were replaced. */
          withdrawn: z.boolean(),
          tests: z.array(z.string()),
          at: timestamp,
          /** Null: not opened since. */
          seenAt: timestamp.nullable(),
          /** False if there is no account to open it with. */
          hasAccount: z.boolean(),
          phone: z.string(),
        })
        .nullable(),
    }),
  },
  errors: ['not_found'],
})

export const readReportPdf = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/report.pdf',
  access: visitRoles,
  scope: 'results:read',
  summary: 'A released report as it was issued, byte for byte. With `file`, a PDF that is embedded in it.',
  params: idParams,
  query: z.strictObject({
    version: z.coerce.number().pipe(revision()).optional(),
    file: embeddedFile,
    /** A print is audited in addition to the reading, since paper can be passed on. */
    purpose: z.enum(['read', 'print']).default('read'),
    /** The roll of a receipt printer, for a print by staff. */
    paper: z.enum(['page', 'thermal']).default('page'),
  }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now'],
})

export const verifyReport = endpoint({
  method: 'GET',
  path: '/api/verify/:code',
  access: 'public',
  summary:
    'Verify a printed report: authentic, replaced by a later version, withdrawn, or unknown. Shows the results that are printed on it, with the initials of the patient, and nothing of a withdrawn report.',
  params: z.strictObject({ code: line('Code', 40) }),
  responses: {
    200: z.object({
      status: z.enum(['authentic', 'replaced', 'withdrawn', 'unknown']),
      report: reportContent.nullable(),
      currentVersion: z.number().int().nullable(),
      /** Tests of this report whose results are no longer valid. */
      withdrawnTests: z.array(z.string()),
    }),
  },
  errors: ['too_many_requests'],
})
