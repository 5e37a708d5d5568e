import type { Preview } from '#contract/catalogue.ts'
import { type Interval, intervalFaults } from '#contract/interval-rules.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid, required } from '#server/platform/errors.ts'
import { compareFlags } from './compare-flags.ts'
import { measuredSince, readAnalyteRow } from './queries-analytes.ts'

const daysBack = 90

/** How the results of the last weeks would be flagged by the proposed limits. */
export async function previewInterval(
  { db, clock }: Context,
  code: string,
  proposed: Interval,
): Promise<Preview> {
  const analyte = required(await readAnalyteRow(db, code), 'This analyte')
  const faults = intervalFaults(analyte, proposed)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const measured = await measuredSince(db, code, after(clock.now(), -days(daysBack)))
  return { days: daysBack, ...compareFlags(measured, proposed) }
}
