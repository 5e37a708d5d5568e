import type { listCultures as listContract } from '#contract/cultures.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { cultureTestOf } from '#server/modules/microbiology/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { openedTask, reachOf } from '../tasks/list-tasks.ts'
import { listOpenCultures, readCultureRow } from './queries-cultures.ts'

/** Days between two local days. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** The cultures at the bench. Cultures to read today come first, then the others; in each part the oldest is first. */
export async function listCultures(context: SignedIn, { siteId }: QueryOf<typeof listContract>) {
  const { db, actor, clock } = context
  const reach = await reachOf(context)
  if (reach.tests?.length === 0) return { rows: [] }
  const sites = siteId === undefined ? actor.sites : [siteId]
  const rows = (await listOpenCultures(db, reach, sites, clock.now())).map(
    ({ today, inoculatedOn, readOn, readAt, readBy, inoculatedAt: _at, ...row }) => {
      const day = inoculatedOn === null ? null : daysBetween(inoculatedOn, today)
      const isRead = readOn === today || row.waitsForRelease
      const lastRead = readAt && readBy !== null ? { at: readAt, by: readBy } : null
      return { ...row, day, lastRead, toRead: day !== null && day > 0 && !isRead }
    },
  )
  const late = ({ day, finalDay }: (typeof rows)[number]) => (day ?? -1) - finalDay
  return {
    rows: rows.sort((one, other) => Number(other.toRead) - Number(one.toRead) || late(other) - late(one)),
  }
}

export async function readCulture(context: SignedIn, id: string) {
  const { db, clock } = context
  const task = await openedTask(context, id, 'results.read')
  const test = await cultureTestOf(db, task.testCode)
  const row = test && !task.referral && (await readCultureRow(db, task, clock.now()))
  if (!row) throw notFound('This culture')
  const { today, inoculatedOn, readAt, readBy, status: _status, ...form } = row
  return {
    ...form,
    ...{ id, testCode: task.testCode, specimen: test.specimen, finalDay: test.finalDay },
    day: inoculatedOn === null ? null : daysBetween(inoculatedOn, today),
    lastRead: readAt && readBy !== null ? { at: readAt, by: readBy } : null,
  }
}
