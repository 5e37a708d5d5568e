import type { Context } from '#server/platform/context.ts'
import { countLines } from './count-figures.ts'
import { planSending } from './queries-sendings.ts'
import {
  type ConnectionRow,
  findConnection,
  type LineRow,
  type ReportingSite,
  readLines,
} from './queries-settings.ts'

type Asked = {
  connection: ConnectionRow | null
  site: ReportingSite
  lines: readonly LineRow[]
  month: string
  now: Date
}

/** Why the figures of a month of a site cannot be sent; null: they can. */
export function whyNotSent({ connection, site, lines, month, now }: Asked): string | null {
  if (!connection) return 'Set up the connection to DHIS2 first.'
  if (site.orgUnit === null) return `${site.name} has no organisation unit yet.`
  if (lines.length === 0) return 'Add what is counted first.'
  return month > localMonth(now, site.timeZone) ? 'This month has not begun.' : null
}

export const waitsAlready = 'The figures of this month are being sent just now.'

/** The month of an instant in a time zone, as YYYY-MM. */
export const localMonth = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(at)

/**
 * Plans to send all figures of a month as they are now, also those on confidential tests, which somebody who may see them has set up.
 * Returns why not.
 */
export async function planMonth(
  { db, clock }: Context,
  {
    id,
    site,
    month,
    dryRun,
    askedBy,
  }: { id: string; site: ReportingSite; month: string; dryRun: boolean; askedBy: string | null },
): Promise<string | null> {
  const [connection, lines, now] = [await findConnection(db), await readLines(db, null), clock.now()]
  const whyNot = whyNotSent({ connection, site, lines, month, now })
  if (whyNot !== null || !connection || site.orgUnit === null) return whyNot
  const { dataSet, attributeOptionCombo } = connection
  const figures = (await countLines(db, site.id, month, lines)).map(({ line, count }) => ({
    ...{ line: line.id, name: line.name, dataElement: line.dataElement },
    ...{ categoryOptionCombo: line.categoryOptionCombo, count },
  }))
  const isPlanned = await planSending(db, {
    ...{ id, month, dryRun, dataSet, attributeOptionCombo, askedBy },
    ...{ siteId: site.id, orgUnit: site.orgUnit, figures: JSON.stringify(figures), askedAt: now, dueAt: now },
  })
  return isPlanned ? null : waitsAlready
}
