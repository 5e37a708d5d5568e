import { mostOrderPages } from '#contract/orders.ts'
import { audit } from '#server/platform/audit.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notFound, notPossible, required } from '#server/platform/errors.ts'
import { checkGivenFile, decodedName, filesOfPerson } from '#server/platform/file-types/given-file.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { orderOf } from '../placing/recollect-visit.ts'
import { lockVisit } from '../queries-visits.ts'
import { requireVisit } from '../require-visit.ts'
import {
  insertPage,
  type PageOwner,
  type PageRow,
  pagesOf,
  readPage,
  samePage,
  setPageRemoved,
} from './queries-pages.ts'

/** Pages of the request form on paper. A repeat collection has those of the first visit. */

type Given = { name: string; bytes: Uint8Array | undefined }

/** What the audit trail names: the visit, or the order of a clinic that may have no visit yet. */
const subjectOf = ({ visitId, orderId }: Pick<PageRow, 'visitId' | 'orderId'>) =>
  orderId === null
    ? ({ kind: 'visit', id: visitId ?? '' } as const)
    : ({ kind: 'clinic_order', id: orderId } as const)

export async function listPages(context: SignedIn, id: string) {
  const { siteId, id: visitId } = await orderOf(context, await requireVisit(context, id))
  return { pages: await pagesOf(context.db, { siteId, visitId }) }
}

export async function addPage(context: SignedIn, id: string, given: Given) {
  const { siteId, id: visitId } = await orderOf(context, await requireVisit(context, id))
  return keepPage(context, { siteId, visitId }, given, (db) => lockVisit(db, siteId, visitId))
}

/**
 * Adds a page. The same bytes again return the existing page, so that a client can retry after a lost answer. Of two pages that are added
 * at once, one waits for the lock.
 */
export async function keepPage(
  context: SignedIn,
  owner: PageOwner,
  given: Given,
  lock: (db: Db) => Promise<unknown>,
) {
  await spend(context, filesOfPerson, context.actor.accountId)
  const file = await checkGivenFile(context, {
    name: decodedName(given.name),
    bytes: given.bytes ?? new Uint8Array(),
  })
  return transact(context, async (inside) => {
    await lock(inside.db)
    const existing = await samePage(inside.db, owner, file.sha256)
    if (existing) return { message: `${existing.name} is kept.`, page: existing }
    const row = { ...file, id: uuidv7(context.clock), by: context.actor.accountId, now: context.clock.now() }
    if (!(await insertPage(inside.db, owner, row, mostOrderPages))) {
      throw notPossible(`${mostOrderPages} pages are kept already. Remove one before you add another.`)
    }
    await audit(inside, {
      action: 'order.page_added',
      subject: subjectOf({ visitId: null, orderId: null, ...owner }),
      after: { id: row.id, name: file.name, sha256: file.sha256.toString('hex') },
    })
    return {
      message: `${file.name} is kept.`,
      page: required(await samePage(inside.db, owner, file.sha256), 'This page'),
    }
  })
}

export const openPage = async (context: SignedIn, id: string) =>
  handPage(context, await readPage(context.db, context.actor.sites, id))

export const removePage = async (context: SignedIn, id: string, reason: string) =>
  markRemoved(context, id, await readPage(context.db, context.actor.sites, id), reason)

/** The bytes of a page. The reading is audited. */
export async function handPage(context: SignedIn, found: PageRow | undefined) {
  const page = required(found, 'This page')
  await auditReading(context, { action: 'order.page_read', subject: subjectOf(page) })
  return page
}

export async function markRemoved(context: SignedIn, id: string, found: PageRow | undefined, reason: string) {
  const page = required(found, 'This page')
  const { siteId, name } = page
  await transact(context, async (inside) => {
    const removal = {
      removedBy: context.actor.accountId,
      removedAt: context.clock.now(),
      removalReason: reason,
    }
    if (!(await setPageRemoved(inside.db, { siteId, id }, removal))) throw notFound('This page')
    await audit(inside, {
      action: 'order.page_removed',
      subject: subjectOf(page),
      before: { id, name },
      reason,
    })
  })
  return { message: `${name} is removed.` }
}
