import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { asked, inPeriod } from './insight-asked.ts'
import { canCompare, comparisons } from './insight-periods.ts'
import { priorities, staffRoles } from './options.ts'
import { visitStates } from './visit-states.ts'

/**
 * The figures of the laboratory. Days are the local days of each site. Every figure counts rows on the day of the
 * event: visits by their start, samples when they were collected or rejected, tests when their results were first
 * released (a correction changes the results, never the time of release).
 *
 * Times are minutes. Medians and 90th percentiles are computed from buckets of 5 % and are the middle of the bucket of
 * the exact value: an error of at most 2.5 %. Times under a minute are given as 0.5.
 */

export const steps = ['wait', 'collection', 'transport', 'analysis', 'release'] as const
export type Step = (typeof steps)[number]

/** The start and end of each step. The turnaround time and its target run from the collection to the release. */
export const stepWords: Readonly<Record<Step, { label: string; about: string }>> = {
  wait: { label: 'Wait', about: 'From the arrival to the call' },
  collection: { label: 'Collection', about: 'From the call to the sample' },
  transport: { label: 'Transport', about: 'From the sample to the bench' },
  analysis: { label: 'Analysis', about: 'From the bench to the result' },
  release: { label: 'Release', about: 'From the result to its release' },
}

/** The turnaround target of urgent tests: nine of ten within an hour. */
export const urgentTarget = { minutes: 60, share: 0.9 }

const whole = z.number().int()
const share = z.number().nullable()
const minutes = z.number().nullable()
const named = z.object({ code: z.string(), name: z.string() })
const priority = z.enum(priorities)

/** `count`: number with a known time. The percentiles are null if it is 0. */
const time = z.object({ count: whole, median: minutes, p90: minutes })
export type Time = z.output<typeof time>

const turnaround = z.object({
  /** Tests whose results were first released in the period. */
  released: whole,
  /** Released tests that met the due time given at the collection of the sample. */
  inTime: whole,
  /** inTime / released. */
  share,
  /** From the collection to the first release. */
  total: time,
  /** A test without a known time for a step is not counted in that step, for example without a ticket. */
  steps: z.object({ wait: time, collection: time, transport: time, analysis: time, release: time }),
})
export type Turnaround = z.output<typeof turnaround>

const visits = z.object({
  /** All visits that start in the period, including cancelled ones. */
  all: whole,
  came: whole,
  noShow: whole,
  cancelled: whole,
  /** Neither arrived nor marked as a no-show. */
  booked: whole,
  walkIns: whole,
  /** No-show rate of appointments (no walk-ins) that are neither cancelled nor still expected: noShow / (came + noShow). */
  noShowShare: share,
})
export type VisitFigures = z.output<typeof visits>

/**
 * `reported`: released tests with current results (withdrawn tests have none). `flagged`: with any result outside its
 * limits or its normal answers.
 *
 * `tested` and `positive` count tests that can be positive: the normal answers of all their results are answers
 * of absence (Negative, Non-reactive, Not detected, Not seen, None seen, No … seen, Absent), and at least
 * one result is determinate (not Indeterminate, Invalid or Not applicable). A test is positive if a determinate answer is flagged
 * as abnormal or critical. So malaria films, hepatitis, syphilis, typhoid, H. pylori, sickling, TB and Covid have a
 * positive rate; blood counts, urine, stool, blood groups and genotypes have none, and `tested` is 0.
 */
const findings = z.object({
  reported: whole,
  flagged: whole,
  flaggedShare: share,
  tested: whole,
  positive: whole,
  positiveShare: share,
})
export type Findings = z.output<typeof findings>

const rejections = z.object({
  /** Tubes collected from patients, without aliquots. */
  collected: whole,
  rejected: whole,
  /** rejected / collected. A rejected sample may have been collected on an earlier day. */
  share,
  byReason: z.array(z.object({ reason: z.string(), count: whole })),
})

/** Tickets that were shown a wait and have been called since, as at `/accuracy`. Times in minutes. */
const waits = z.object({
  called: whole,
  /** Of these, tickets that were shown a range. */
  shown: whole,
  /** Share of shown ranges that contained the actual wait; the target is 0.8. */
  within: share,
  /** Share of tickets that waited longer than shown. */
  longer: share,
  meanWidth: minutes,
  /** Absolute difference between the wait and the middle of the forecast. */
  meanError: minutes,
  /** The wait minus the middle of the forecast: positive if people waited longer than forecast. */
  bias: minutes,
})

/** Each figure documents which filters apply to it; a figure that ignores a filter covers the whole site. */
const figures = z.object({
  from: z.string(),
  to: z.string(),
  days: whole,
  /** Filters by test and priority; with a test, only visits that include it. */
  visits: visits.extend({
    byPriority: z.array(z.object({ priority, all: whole })),
    /** Visits that include the test, without cancelled ones; ignores the test filter. */
    byTest: z.array(z.object({ test: named, count: whole, noShow: whole })),
  }),
  /**
   * Filters by test and priority. `cells`: each test in each priority. `targetMinutes`: the catalogue’s current value, for
   * urgent tests at most that of `urgentTarget`.
   */
  turnaround: turnaround.extend({
    byTest: z.array(turnaround.extend({ test: named, targetMinutes: z.number() })),
    byPriority: z.array(turnaround.extend({ priority })),
    cells: z.array(turnaround.extend({ test: named, priority, targetMinutes: z.number() })),
  }),
  /** Filters by test and priority. */
  findings: findings.extend({ byTest: z.array(findings.extend({ test: named })) }),
  /** Filters by test and priority. */
  rejections: rejections.extend({
    byTest: z.array(z.object({ test: named, collected: whole, rejected: whole, share })),
  }),
  /** Ignores the filters by test and priority. Everyone with any work in the period, most work first. */
  staff: z.array(
    z.object({
      person: z.object({ id: z.string(), fullName: z.string() }),
      /** Samples. */
      collected: whole,
      /** Tests whose results were completed. */
      completed: whole,
      /** Tests first released, by the person who released their current version; tests released by a rule count for nobody. */
      released: whole,
      /** People served at a desk, and the minutes of services with a recorded end. */
      served: whole,
      servingMinutes: z.number(),
      /** Minutes with a desk open and not paused. */
      deskMinutes: z.number(),
    }),
  ),
  /**
   * Ignores the filters by test and priority. Use of chairs, by the current hours and chairs of the sites, without closures.
   * Weekday 0 is Sunday. `open`: minutes of all chairs. `booked`: minutes of visits on a chair, without cancelled visits and
   * no-shows. `served`: minutes from call to end of tickets called to a chair. Hours with none of these are omitted.
   */
  chairs: z.object({
    open: z.number(),
    booked: z.number(),
    served: z.number(),
    hours: z.array(
      z.object({ weekday: whole, hour: whole, open: z.number(), booked: z.number(), served: z.number() }),
    ),
  }),
  /** Ignores the filters by test and priority. */
  waits: waits.extend({ byClass: z.array(waits.extend({ class: z.string() })) }),
})
export type Figures = z.output<typeof figures>

/** A day, or the week from that Monday (cut to the period). Filters by test and priority. */
const moment = z.object({
  from: z.string(),
  to: z.string(),
  visits: whole,
  came: whole,
  walkIns: whole,
  noShow: whole,
  cancelled: whole,
  released: whole,
  inTime: whole,
  collected: whole,
  rejected: whole,
})

const series = z.object({
  /** Days for periods of up to 92 days, otherwise weeks. */
  unit: z.enum(['day', 'week']),
  moments: z.array(moment),
  /** By week, whatever the unit. Weeks without a test are omitted. */
  positives: z.array(z.object({ week: z.string(), test: named, tested: whole, positive: whole })),
  /** By week. */
  waits: z.array(waits.extend({ week: z.string() })),
})

export const readInsights = endpoint({
  method: 'GET',
  mayBeLate: true,
  path: '/api/insights',
  access: staffRoles,
  permission: 'insights',
  summary: 'The figures of a period of local days and of the period it is compared with.',
  query: inPeriod(
    z.strictObject({
      ...asked,
      /** The kind of comparison period: as many days before, or the same days of the month, the quarter or the year before. */
      compareWith: z.enum(comparisons).default('days'),
    }),
  ).refine((query) => canCompare(query, query.compareWith), {
    path: ['compareWith'],
    error: 'The period is longer than what it is compared with',
  }),
  responses: {
    200: z.object({
      /** The sites of the figures, and the sites that the caller may query. */
      sites: z.array(z.object({ id: z.string(), name: z.string(), timeZone: z.string() })),
      availableSites: z.array(z.object({ id: z.string(), name: z.string() })),
      /** The comparison of the query. */
      compareWith: z.enum(comparisons),
      current: figures,
      previous: figures,
      series,
      /** The period before, in the same unit; null if it had no visits. */
      seriesBefore: series.nullable(),
    }),
  },
  errors: [],
})

export const insightsToday = endpoint({
  method: 'GET',
  path: '/api/insights/today',
  access: staffRoles,
  permission: 'insights',
  summary: 'The present state of the laboratory, computed from current rows.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: {
    200: z.object({
      at: timestamp,
      sites: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          timeZone: z.string(),
          /** The current local day of the site. */
          day: z.string(),
        }),
      ),
      visits: visits.extend({ byState: z.array(z.object({ state: z.enum(visitStates), count: whole })) }),
      /** By local hour of the booked time (of a walk-in, the arrival). Hours without visits are omitted. */
      hours: z.array(
        z.object({
          hour: whole,
          booked: whole,
          came: whole,
          noShow: whole,
          cancelled: whole,
          walkIns: whole,
        }),
      ),
      queue: z.object({ waiting: whole, called: whole, serving: whole, longestWaitMinutes: minutes }),
      tasks: z.object({
        /** Collected and not released: pending, in progress, completed, or waiting for another sample. */
        open: whole,
        overdue: whole,
        urgentOpen: whole,
        /** Completed and not yet released. */
        toRelease: whole,
      }),
      /** Of the results first released today. */
      turnaround: turnaround.extend({ urgent: turnaround }),
      rejected: whole,
      /** Critical values that have not been reported yet, and those of them past their due time. */
      callbacks: z.object({ open: whole, overdue: whole }),
    }),
  },
  errors: [],
})
