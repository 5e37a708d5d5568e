import { sql } from 'kysely'
import { anyRow, type Db, wroteRow } from '#server/platform/database.ts'
import type { GivenFile } from '#server/platform/file-types/given-file.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on pages of request forms. */

type VisitKey = { siteId: string; id: string }

const pages = (db: Db, { siteId, id: visitId }: VisitKey) =>
  db
    .selectFrom('orderPage as p')
    .innerJoin('account as a', 'a.id', 'p.addedBy')
    .select(['p.id', 'p.name', 'p.type', 'p.size', 'a.fullName as addedBy', 'p.addedAt'])
    .where('p.siteId', '=', siteId)
    .where('p.visitId', '=', visitId)
    .where('p.removedAt', 'is', null)
    .orderBy('p.id')

export const pagesOf = (db: Db, visit: VisitKey) => pages(db, visit).execute()

/** The page with this content. */
export const samePage = (db: Db, visit: VisitKey, sha256: Buffer) =>
  pages(db, visit).where('p.sha256', '=', sha256).executeTakeFirst()

/** False if the visit has `most` pages already. The caller has locked the visit. */
export const insertPage = (
  tx: Db,
  visit: VisitKey,
  page: GivenFile & { id: string; by: string; now: Date },
  most: number,
): Promise<boolean> => anyRow(tx)`
    insert into order_page (site_id, id, visit_id, name, type, size, sha256, content, added_by, added_at)
    select ${visit.siteId}::uuid, ${page.id}::uuid, ${visit.id}::uuid, ${page.name}::text, ${page.type}::text,
      ${page.content.length}::int, ${page.sha256}::bytea, ${page.content}::bytea, ${page.by}::uuid, ${page.now}::timestamptz
    where (select count(*) from order_page p where p.site_id = ${visit.siteId} and p.visit_id = ${visit.id}
      and p.removed_at is null) < ${most}::int
    returning 1`

/** A page at these sites that was not removed, with its bytes. */
export const readPage = (db: Db, sites: Sites, id: string) =>
  db
    .selectFrom('orderPage as p')
    .select(['p.siteId', 'p.visitId', 'p.name', 'p.type', 'p.content'])
    .where('p.siteId', 'in', db.selectFrom('site').select('id'))
    .where('p.id', '=', id)
    .where('p.removedAt', 'is', null)
    .where(sql<boolean>`true ${atSites('p.site_id', sites)}`)
    .executeTakeFirst()

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
