import type { myAudit as contract } from '#contract/audit.ts'
import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import { readVisit } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { planned } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { searchOwn } from './queries-audit.ts'
import { subjectsOfPatient } from './queries-subjects.ts'
import { namesOf } from './search-audit.ts'

/** Who read or changed the caller's record: staff by name, and users of shared links. */
export async function ownAudit(
  context: SignedIn,
  { visit, ...query }: QueryOf<typeof contract>,
): Promise<ResponseInput<typeof contract>> {
  const { db, actor } = context
  if (visit !== undefined && !(await readVisit(db, { accountId: actor.accountId }, visit))) {
    throw notFound('This appointment')
  }
  const subjects = await subjectsOfPatient(db, actor.accountId, visit ?? null)
  const page = await planned(db, (tx) => searchOwn(tx, actor.accountId, subjects, query))
  const named = await namesOf(context, page.rows)
  return mapPage(page, (row) => {
    const subject = named(row)
    const { kind, role, fullName } = row
    return {
      ...row,
      visit: subject?.visit ?? null,
      about: kind === 'sample' || kind === 'task' ? (subject?.name ?? null) : null,
      by: role && fullName !== null ? { fullName, role } : null,
    }
  })
}
