import { sql } from 'kysely'
import { anyRow, type Db, wroteRow } from '#server/platform/database.ts'
import type { GivenFile } from '#server/platform/file-types/given-file.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { decryptBytes, encryptBytes } from '#server/platform/vault/fields.ts'

/** Statements on pages of request forms. */

/** The visit, or the order of a clinic, that a page belongs to. */
export type PageOwner =
  | { siteId: string; visitId: string; orderId?: never }
  | { siteId: string; orderId: string; visitId?: never }

/** The pages of an order. Those of a visit include the pages that a clinic added to its order. */
const pages = (db: Db, { siteId, visitId, orderId }: PageOwner) =>
  db
    .selectFrom('orderPage as p')
    .innerJoin('account as a', 'a.id', 'p.addedBy')
    .select(['p.id', 'p.name', 'p.type', 'p.size', 'a.fullName as addedBy', 'p.addedAt'])
    .where('p.siteId', '=', siteId)
    .where(
      orderId === undefined
        ? sql<boolean>`(p.visit_id = ${visitId} or p.order_id = (select o.id from clinic_order o
            where o.site_id = ${siteId} and o.visit_id = ${visitId}))`
        : sql<boolean>`p.order_id = ${orderId}`,
    )
    .where('p.removedAt', 'is', null)
    .orderBy('p.id')

export const pagesOf = (db: Db, owner: PageOwner) => pages(db, owner).execute()

/** The page with this content. */
export const samePage = (db: Db, owner: PageOwner, sha256: Buffer) =>
  pages(db, owner).where('p.sha256', '=', sha256).executeTakeFirst()

/** False if the owner has `most` pages already. The caller has locked the owner. */
export function insertPage(
  tx: Db,
  {
    siteId,
    visitId = null,
    orderId = null,
  }: { siteId: string; visitId?: string | null; orderId?: string | null },
  page: GivenFile & { id: string; by: string; now: Date },
  most: number,
): Promise<boolean> {
  const content = encryptBytes(tx, 'orderPage.content', page.id, page.content)
  return anyRow(tx)`
    insert into order_page (site_id, id, visit_id, order_id, name, type, size, sha256, content, added_by, added_at)
    select ${siteId}::uuid, ${page.id}::uuid, ${visitId}::uuid, ${orderId}::uuid, ${page.name}::text, ${page.type}::text,
      ${page.content.length}::int, ${page.sha256}::bytea, ${content}::bytea, ${page.by}::uuid, ${page.now}::timestamptz
    where (select count(*) from order_page p where p.site_id = ${siteId}
      and (p.visit_id = ${visitId}::uuid or p.order_id = ${orderId}::uuid) and p.removed_at is null) < ${most}::int
    returning 1`
}

const decrypted = <Page extends { content: Buffer }>(db: Db, id: string, page: Page | undefined) =>
  page && { ...page, content: decryptBytes(db, 'orderPage.content', id, page.content) }

/** A page at these sites that was not removed, with its bytes. */
export async function readPage(db: Db, sites: Sites, id: string) {
  const page = await db
    .selectFrom('orderPage as p')
    .select(['p.siteId', 'p.visitId', 'p.orderId', 'p.name', 'p.type', 'p.content'])
    .where('p.siteId', 'in', db.selectFrom('site').select('id'))
    .where('p.id', '=', id)
    .where('p.removedAt', 'is', null)
    .where(sql<boolean>`true ${atSites('p.site_id', sites)}`)
    .executeTakeFirst()
  return decrypted(db, id, page)
}

/** The same of an order of this facility, for its clinicians. */
export async function readPageOfFacility(db: Db, facilityId: string, id: string) {
  const page = await db
    .selectFrom('orderPage as p')
    .innerJoin('clinicOrder as o', (join) =>
      join.onRef('o.siteId', '=', 'p.siteId').onRef('o.id', '=', 'p.orderId'),
    )
    .select(['p.siteId', 'p.visitId', 'p.orderId', 'p.name', 'p.type', 'p.content'])
    .where('o.facilityId', '=', facilityId)
    .where('p.id', '=', id)
    .where('p.removedAt', 'is', null)
    .executeTakeFirst()
  return decrypted(db, id, page)
}

export type PageRow = NonNullable<Awaited<ReturnType<typeof readPage>>>

export const setPageRemoved = (
  tx: Db,
  page: { siteId: string; id: string },
  removal: { removedBy: string; removedAt: Date; removalReason: string },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('orderPage')
      .set(removal)
      .where((row) => row.and(page))
      .where('removedAt', 'is', null),
  )
