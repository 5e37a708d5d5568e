import type { Context, SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'

/** The last value of an analyte that an analyser measured, whether or not it was taken over. */
export type Measurement = {
  id: string
  code: string
  number: number | null
  text: string | null
  at: Date
  instrument: string
  operator: string
  /** Flags that the analyser sent. */
  flags: string[]
  comment: string
  /** The number of measurements of the analyte on this sample. */
  times: number
}

/** Requests the last measured value of each analyte on the sample of a task. */
export const measuredAsked = event<Context, TaskKey, Measurement[]>('measured values of a sample asked')

/** A critical value was found that is not yet reported to anybody. Emitted in the transaction that stores the value. */
export const criticalFound = event<SignedIn, TaskKey>('critical value found')
/** A version of a report was issued. Emitted in the transaction of its release. */
export const reportIssued = event<SignedIn, { siteId: string; visitId: string }>('report issued')
