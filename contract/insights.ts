import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import { asked, inPeriod } from './insight-asked.ts'
import { comparisons, mayStandBeside } from './insight-periods.ts'
import { priorities, staffRoles } from './options.ts'
import { visitStates } from './visit-states.ts'

/**
 * The figures of the laboratory. Days are the local days of each site. Every figure counts rows on the day on which
 * something happened: visits on the day of their time, samples when they were collected or rejected, tests when their
 * results were first released (a correction changes what the results say, never when they were out).
 *
 * Times are minutes. Medians and 90th percentiles are read from buckets of 5 %, and are the middle of the bucket in which
 * the exact value lies: at most 2.5 % beside it. Times under a minute are told as 0.5.
 */

export const steps = ['wait', 'collection', 'transport', 'analysis', 'release'] as const
export type Step = (typeof steps)[number]

/** What each step lasts from and to; the turnaround, and its target, run from the collection to the release. */
export const stepWords: Readonly<Record<Step, { label: string; about: string }>> = {
  wait: { label: 'Wait', about: 'From the arrival to the call' },
  collection: { label: 'Collection', about: 'From the call to the sample' },
  transport: { label: 'Transport', about: 'From the sample to the bench' },
  analysis: { label: 'Analysis', about: 'From the bench to the result' },
  release: { label: 'Release', about: 'From the result to its release' },
}

/** STAT: nine of ten within the hour. */
export const urgentTarget = { minutes: 60, share: 0.9 }

const whole = z.number().int()
const share = z.number().nullable()
const minutes = z.number().nullable()
const named = z.object({ code: z.string(), name: z.string() })
const priority = z.enum(priorities)

/** Of `count` of which the time is known. Null of none. */
const time = z.object({ count: whole, median: minutes, p90: minutes })
export type Time = z.output<typeof time>

const turnaround = z.object({
  /** Tests whose results were first released in the period. */
  released: whole,
  /** Of these, released by the time that was promised when the sample was collected. */
  inTime: whole,
  /** inTime / released. */
  share,
  /** From the collection to the first release. */
  total: time,
  /** A step whose times are not known of a test is left out for it: nobody waits in line without a ticket. */
  steps: z.object({ wait: time, collection: time, transport: time, analysis: time, release: time }),
})
export type Turnaround = z.output<typeof turnaround>

const visits = z.object({
  /** All whose time lies in the period, cancelled ones too. */
  all: whole,
  came: whole,
  noShow: whole,
  cancelled: whole,
  /** Nobody has come yet, and nobody was given up. */
  booked: whole,
  walkIns: whole,
  /** Of appointments (no walk-ins) that were not cancelled and are decided: noShow / (came + noShow). */
  noShowShare: share,
})
export type VisitFigures = z.output<typeof visits>

/**
 * `reported`: released tests that have results now (those taken back have none); `flagged`: with any result beyond its
 * limits or its normal answers.
 *
 * `tested` and `positive` count tests that can be positive: all their results with normal answers are judged by answers
 * that say that something is absent (Negative, Non-reactive, Not detected, Not seen, None seen, No … seen, Absent), and
 * one at least is decided (not Indeterminate, Invalid or Not applicable). Positive is one with a decided answer flagged
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
  /** Tubes drawn from patients; parts of them are not counted. */
  collected: whole,
  rejected: whole,
  /** rejected / collected; what is rejected may have been collected on a day before. */
  share,
  byReason: z.array(z.object({ reason: z.string(), count: whole })),
})

/** Those who were told a wait and have been called since, as at `/accuracy`; times in minutes. */
const waits = z.object({
  called: whole,
  /** Of these, were told a range. */
  told: whole,
  /** Share of those told whose wait lay in the range; eight of ten is aimed at. */
  within: share,
  /** Share that waited longer than they were told. */
  longer: share,
  meanWidth: minutes,
  /** How far the middle of the forecast was from the wait, whichever way. */
  meanError: minutes,
  /** The wait less the middle of the forecast: above 0, people waited longer than forecast. */
  bias: minutes,
})

/** What each filter holds for is said; figures it has no meaning for stay those of the site. */
const figures = z.object({
  from: z.string(),
  to: z.string(),
  days: whole,
  /** Test and priority hold; with a test, the visits that have it. */
  visits: visits.extend({
    byPriority: z.array(z.object({ priority, all: whole })),
    /** Visits that have the test, cancelled ones left out; the test filter does not hold. */
    byTest: z.array(z.object({ test: named, count: whole, noShow: whole })),
  }),
  /**
   * Test and priority hold. `cells`: each test in each priority; `targetMinutes` as the catalogue has it now, for what is
   * urgent at most that of `urgentTarget`.
   */
  turnaround: turnaround.extend({
    byTest: z.array(turnaround.extend({ test: named, targetMinutes: z.number() })),
    byPriority: z.array(turnaround.extend({ priority })),
    cells: z.array(turnaround.extend({ test: named, priority, targetMinutes: z.number() })),
  }),
  /** Test and priority hold. */
  findings: findings.extend({ byTest: z.array(findings.extend({ test: named })) }),
  /** Test and priority hold. */
  rejections: rejections.extend({
    byTest: z.array(z.object({ test: named, collected: whole, rejected: whole, share })),
  }),
  /** Neither filter holds. Everyone who did something of it, most work first. */
  staff: z.array(
    z.object({
      person: z.object({ id: z.string(), fullName: z.string() }),
      /** Samples. */
      collected: whole,
      /** Tests whose results were completed. */
      completed: whole,
      /** Tests first released, by who stands under them now; those that a rule released are nobody's. */
      released: whole,
      /** People served at a desk, and the minutes of which the end was seen. */
      served: whole,
      servingMinutes: z.number(),
      /** Minutes with a desk open and not paused. */
      deskMinutes: z.number(),
    }),
  ),
  /**
   * Neither filter holds. Chairs in use at the hours and with the chairs that the sites have now, closures left out.
   * Weekday 0 is Sunday. `open`: minutes of all chairs; `booked`: minutes of visits on a chair, cancelled and missed
   * ones left out; `served`: minutes from the call to the end of those called to a chair. Only hours with any of it.
   */
  chairs: z.object({
    open: z.number(),
    booked: z.number(),
    served: z.number(),
    hours: z.array(
      z.object({ weekday: whole, hour: whole, open: z.number(), booked: z.number(), served: z.number() }),
    ),
  }),
  /** Neither filter holds. */
  waits: waits.extend({ byClass: z.array(waits.extend({ class: z.string() })) }),
})
export type Figures = z.output<typeof figures>

/** One day, or the week that begins on that Monday (cut to the period). Test and priority hold. */
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
  /** Days up to 92, weeks beyond. */
  unit: z.enum(['day', 'week']),
  moments: z.array(moment),
  /** By week, whatever the unit; only weeks in which something was tested. */
  positives: z.array(z.object({ week: z.string(), test: named, tested: whole, positive: whole })),
  /** By week. */
  waits: z.array(waits.extend({ week: z.string() })),
})

export const readInsights = endpoint({
  method: 'GET',
  path: '/api/insights',
  access: staffRoles,
  permission: 'insights',
  summary: 'The figures of a period of local days, and of one before it.',
  query: inPeriod(
    z.strictObject({
      ...asked,
      /** What the period before is: as many days, or the same days of the month, the quarter or the year before. */
      beside: z.enum(comparisons).default('days'),
    }),
  ).refine((query) => mayStandBeside(query, query.beside), {
    path: ['beside'],
    error: 'The period is longer than what it is compared with',
  }),
  responses: {
    200: z.object({
      /** The sites that the figures are of, and those that this person may ask for. */
      sites: z.array(z.object({ id: z.string(), name: z.string(), timeZone: z.string() })),
      mayAsk: z.array(z.object({ id: z.string(), name: z.string() })),
      /** As it was asked. */
      beside: z.enum(comparisons),
      current: figures,
      previous: figures,
      series,
      /** Of the period before, in the same unit; null where no visit was in them. */
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
  summary: 'The laboratory as it stands now, read from the rows themselves.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: {
    200: z.object({
      at: timestamp,
      sites: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          timeZone: z.string(),
          /** There, now. */ day: z.string(),
        }),
      ),
      visits: visits.extend({ byState: z.array(z.object({ state: z.enum(visitStates), count: whole })) }),
      /** By local hour of the booked time (or of the arrival of a walk-in); hours with any. */
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
        open: whole,
        overdue: whole,
        urgentOpen: whole,
        /** Completed and not yet released. */
        toRelease: whole,
      }),
      /** Of the results first released today. */
      turnaround: turnaround.extend({ urgent: turnaround }),
      rejected: whole,
      /** Critical values that nobody has been told of, and of these those past their time. */
      callbacks: z.object({ open: whole, overdue: whole }),
    }),
  },
  errors: [],
})
