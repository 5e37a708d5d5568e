import { mostOrderPages } from '#contract/orders.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, notPossible, required } from '#server/platform/errors.ts'
import { checkGivenFile, decodedName, filesOfPerson } from '#server/platform/file-types/given-file.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { auditVisit } from '../audit-visit.ts'
import { lockVisit } from '../queries-visits.ts'
import { orderOf } from '../recollect-visit.ts'
import { requireVisit } from '../require-visit.ts'
import { insertPage, pagesOf, readPage, samePage, setPageRemoved } from './queries-pages.ts'

/** Pages of the request form on paper. A repeat collection has those of the first visit. */

export async function listPages(context: SignedIn, visitId: string) {
  const visit = await orderOf(context, await requireVisit(context, visitId))
  return { pages: await pagesOf(context.db, visit) }
}

/** Adds a page. The same bytes again return the existing page, so that a client can retry after a lost answer. */
export async function addPage(
  context: SignedIn,
  visitId: string,
  given: { name: string; bytes: Uint8Array | undefined },
) {
  const visit = await orderOf(context, await requireVisit(context, visitId))
  await spend(context, filesOfPerson, context.actor.accountId)
  const file = await checkGivenFile(context, {
    name: decodedName(given.name),
    bytes: given.bytes ?? new Uint8Array(),
  })
  return transact(context, async (inside) => {
    // Of two pages that are added at once, one waits.
    await lockVisit(inside.db, visit.siteId, visit.id)
    const existing = await samePage(inside.db, visit, file.sha256)
    if (existing) return { message: `${existing.name} is kept.`, page: existing }
    const row = { ...file, id: uuidv7(context.clock), by: context.actor.accountId, now: context.clock.now() }
    if (!(await insertPage(inside.db, visit, row, mostOrderPages))) {
      throw notPossible(`${mostOrderPages} pages are kept already. Remove one before you add another.`)
    }
    await auditVisit(inside, 'order.page_added', visit, {
      after: { id: row.id, name: file.name, sha256: file.sha256.toString('hex') },
    })
    return {
      message: `${file.name} is kept.`,
      page: required(await samePage(inside.db, visit, file.sha256), 'This page'),
    }
  })
}

/** The bytes of a page. The reading is audited. */
export async function openPage(context: SignedIn, id: string) {
  const page = required(await readPage(context.db, context.actor.sites, id), 'This page')
  await auditReading(context, { action: 'order.page_read', subject: { kind: 'visit', id: page.visitId } })
  return page
}

export async function removePage(context: SignedIn, id: string, reason: string) {
  const { siteId, visitId, name } = required(await readPage(context.db, context.actor.sites, id), 'This page')
  await transact(context, async (inside) => {
    const removal = {
      removedBy: context.actor.accountId,
      removedAt: context.clock.now(),
      removalReason: reason,
    }
    if (!(await setPageRemoved(inside.db, { siteId, id }, removal))) throw notFound('This page')
    await auditVisit(inside, 'order.page_removed', { id: visitId }, { before: { id, name }, reason })
  })
  return { message: `${name} is removed.` }
}
