import { type Insertable, sql } from 'kysely'
import type { ResultLinkWay } from '#contract/result-links.ts'
import { anyRow, type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { ResultLink } from '#server/platform/schema.gen.ts'

/** Statements on links and slips that open a report to people without an account. */

type Key = { siteId: string; visitId: string }

/** The links of a visit, latest first. */
export const linksOf = (db: Db, { siteId, visitId }: Key) =>
  db
    .selectFrom('resultLink as l')
    .leftJoin('account as a', 'a.id', 'l.createdBy')
    .select(['l.id', 'l.sentTo', 'l.createdAt', 'l.expiresAt', 'l.endedAt'])
    .select(['l.tries', 'l.opened', 'l.lastOpenedAt', 'a.fullName as by'])
    .select(({ ref }) => ref('l.way').$castTo<ResultLinkWay>().as('way'))
    .where('l.siteId', '=', siteId)
    .where('l.visitId', '=', visitId)
    .orderBy('l.id', 'desc')
    .execute()

export type LinkRow = Awaited<ReturnType<typeof linksOf>>[number]

/** Ends the open link, or the open slip, of a visit. Only after the visit is locked. */
export const endEarlier = (tx: Db, { siteId, visitId }: Key, isSlip: boolean, now: Date) =>
  tx
    .updateTable('resultLink')
    .set({ endedAt: now })
    .where((link) => link.and({ siteId, visitId }))
    .where('endedAt', 'is', null)
    .where(sql<boolean>`(way = 'slip') = ${isSlip}::boolean`)
    .execute()

export const addLink = (tx: Db, link: Insertable<ResultLink>) =>
  tx.insertInto('resultLink').values(link).execute()

/** Returns false if the visit has no such link that is still open. */
export const setEnded = (tx: Db, { siteId, visitId, id, now }: Key & { id: string; now: Date }) =>
  wroteRow(
    tx
      .updateTable('resultLink')
      .set({ endedAt: now })
      .where((link) => link.and({ siteId, visitId, id }))
      .where('endedAt', 'is', null)
      .where('expiresAt', '>', now),
  )

/** Whether the date of birth of a visit's person is recorded to the day, and whether the visit has an open slip. */
export async function answersOf(db: Db, { siteId, visitId }: Key, now: Date) {
  const row = await rowOf(db)<{ birth: boolean; slip: boolean }>`
    select p.birth_precision = 'day' as birth, exists (select from result_link s where s.site_id = v.site_id
      and s.visit_id = v.id and s.way = 'slip' and s.ended_at is null and s.expires_at > ${now}) as slip
    from visit v join person p on p.id = current_person(v.person_id)
    where v.site_id = ${siteId} and v.id = ${visitId}`
  return row ?? { birth: false, slip: false }
}

export type OpenLink = Key & { id: string; way: ResultLinkWay; tries: number; expiresAt: Date }

const isOpen = (tokenHash: Buffer, now: Date) =>
  sql<boolean>`l.token_hash = ${tokenHash} and l.ended_at is null and l.expires_at > ${now}`

const columns = sql`l.site_id, l.visit_id, l.id, l.way, l.tries, l.expires_at`

export const findOpenLink = (db: Db, tokenHash: Buffer, now: Date): Promise<OpenLink | null> =>
  rowOf(db)`select ${columns} from result_link l where ${isOpen(tokenHash, now)}`

/**
 * Uses up one try before the answer is compared, so that many answers at once cannot get more tries than there are. Null if
 * the link is not open or has none left.
 */
export const takeTry = (db: Db, tokenHash: Buffer, most: number, now: Date): Promise<OpenLink | null> =>
  rowOf(db)`
    update result_link l set tries = l.tries + 1 where ${isOpen(tokenHash, now)} and l.tries < ${most}::int
    returning ${columns}`

/**
 * Opens a link with the right answer: its tries are full again. Null if the answer is wrong, or the link was ended meanwhile. The code
 * opens the slip that it is on only where no date of birth is recorded: a finder of the slip would have both.
 */
export const openWith = (
  tx: Db,
  link: OpenLink,
  answer: { birth: string } | { codeHash: Buffer },
  { now, counts }: { now: Date; counts: boolean },
): Promise<OpenLink | null> => {
  const known = sql`select p.birth_date, p.birth_precision = 'day' as exact from visit v
    join person p on p.id = current_person(v.person_id) where v.site_id = l.site_id and v.id = l.visit_id`
  const isRight =
    'birth' in answer
      ? sql`exists (select from (${known}) k where k.exact and k.birth_date = ${answer.birth}::date)`
      : sql`exists (select from result_link s where s.site_id = l.site_id and s.visit_id = l.visit_id
          and s.code_hash = ${answer.codeHash} and s.ended_at is null and s.expires_at > ${now})
        and (l.way <> 'slip' or not exists (select from (${known}) k where k.exact))`
  return rowOf(tx)`
    update result_link l set tries = 0 ${counts ? sql`, opened = l.opened + 1, last_opened_at = ${now}` : sql``}
    where l.site_id = ${link.siteId} and l.visit_id = ${link.visitId} and l.id = ${link.id} and l.ended_at is null
      and l.expires_at > ${now} and ${isRight}
    returning ${columns}`
}

/** Whether the laboratory sends links automatically. */
export async function sendsLinks(db: Db): Promise<boolean> {
  const row = await db.selectFrom('laboratory').select('sendResultLinks').executeTakeFirst()
  return row?.sendResultLinks ?? false
}

/** Whether an account was made by booking as a guest: it has no password and belongs to no sign-in service. */
export const isGuest = (db: Db, accountId: string): Promise<boolean> => anyRow(db)`
    select 1 from account a where a.id = ${accountId} and a.password_hash is null
      and not exists (select from issuer_subject i where i.account_id = a.id)`
