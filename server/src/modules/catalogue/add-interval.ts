import type { addIntervalVersion as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { intervalFaults } from '#contract/interval-rules.ts'
import {
  dayAt,
  daysBetween,
  firstInstantOfLocal,
  instantOf,
  laboratorySettings,
} from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, required } from '#server/platform/errors.ts'
import { addVersion, lockAnalyte } from './queries-analytes.ts'

type Entered = BodyOf<typeof contract>

/** Adds the next version of an interval. It is used at once, and waits to be confirmed. Earlier versions stay, with their results. */
export async function addInterval(context: SignedIn, code: string, entered: Entered): Promise<string> {
  const { actor, clock } = context
  const now = clock.now()
  const { validFrom: day, follows, reason, source, ...interval } = entered
  const validFrom = await beginningOf(context, day, now)
  return transact(context, async (inside) => {
    const analyte = required(await lockAnalyte(inside.db, code, 'shared'), 'This analyte')
    const faults = intervalFaults(analyte, interval)
    if (Object.keys(faults).length > 0) throw invalid(faults)
    const version = { ...interval, code, follows, validFrom, source, reason, by: actor.accountId, now }
    if (!(await addVersion(inside.db, version))) throw changedMeanwhile(`The interval of ${analyte.name}`)
    const subject = { kind: 'interval', id: code }
    const after = { ...interval, version: follows + 1, validFrom, source }
    await audit(inside, { action: 'interval.entered', subject, after, reason })
    return analyte.name
  })
}

const furthestDays = 366

/** The beginning of a coming day at the laboratory; now for today. */
async function beginningOf(context: SignedIn, day: string | undefined, now: Date): Promise<Date> {
  if (day === undefined) return now
  const zone = (await laboratorySettings(context)).sites[0]?.timeZone ?? 'UTC'
  const today = dayAt(zone, now)
  if (day === today) return now
  if (day < today) {
    throw invalid({ validFrom: ['It cannot begin in the past: results were judged by another'] })
  }
  if (daysBetween(today, day) > furthestDays) throw invalid({ validFrom: ['It can begin within a year'] })
  return instantOf(firstInstantOfLocal(zone, day, 0))
}
