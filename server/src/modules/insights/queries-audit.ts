import { type Selectable, sql } from 'kysely'
import { isEntrySeenAt } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import {
  bigint,
  instant,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  type Stretch,
} from '#server/platform/list.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { andIf, anyId } from '#server/platform/statement.ts'

/**
 * Statements that search the audit trail. Each filter has an order of its own in which the index gives its rows, latest
 * first, so that a page costs the same in a trail of any length: by time, by action and time, and a person's by action
 * and time, merged over the few dozen actions that there are.
 */

export type Subject = { kind: string; id: string }

export type AuditFilter = {
  /** Null: all. */
  accounts: readonly string[] | null
  sites: Sites
  action: string | null
  /** Null: all. */
  subjects: readonly Subject[] | null
  from: Date | null
  to: Date | null
}

export type AuditRow = Pick<
  Selectable<DB['audit']>,
  | 'id'
  | 'position'
  | 'at'
  | 'action'
  | 'subjectId'
  | 'accountId'
  | 'role'
  | 'network'
  | 'reason'
  | 'before'
  | 'after'
> & { kind: string; fullName: string | null }

const latestFirst: Order<AuditRow> = { at: instant('a.at desc'), position: bigint('a.position desc') }

const period = ({ from, to, sites }: Pick<AuditFilter, 'from' | 'to' | 'sites'>, { after }: Stretch) =>
  sql`and ${isEntrySeenAt(sites)} ${andIf(from, (at) => sql`a.at >= ${at}`)} ${andIf(to, (at) => sql`a.at < ${at}`)} and ${after}`

/** The rows of the trail about some subjects. */
const aboutSubjects = (subjects: readonly Subject[]) => sql`
  unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ id }) => id)}::text[]) s (kind, id)
    join audit a on a.subject_kind = s.kind and a.subject_id = s.id`

/** The keys of one page, read by the index that fits the filter. */
function keys(filter: AuditFilter, stretch: Stretch) {
  const { accounts, action, subjects } = filter
  const { by, limit } = stretch
  if (subjects !== null) {
    return sql`select a.at, a.position from ${aboutSubjects(subjects)}
      where true ${andIf(accounts, (ids) => sql`a.account_id = ${anyId(ids)}`)}
        ${andIf(action, (name) => sql`a.action = ${name}`)} ${period(filter, stretch)}
      order by ${by} limit ${limit}`
  }
  if (accounts !== null) {
    return sql`select a.at, a.position from unnest(${[...accounts]}::uuid[]) who
        cross join lateral (${action ? sql`select ${action}::text as action` : actionsOf}) done
        cross join lateral (select a.at, a.position from audit a
          where a.account_id = who and a.action = done.action ${period(filter, stretch)}
          order by ${by} limit ${limit}) a
      order by ${by} limit ${limit}`
  }
  return sql`select a.at, a.position from audit a
    where true ${andIf(action, (name) => sql`a.action = ${name}`)} ${period(filter, stretch)} order by ${by} limit ${limit}`
}

/** The distinct actions of a person, by a loose index scan. */
const actionsOf = sql`with recursive leap as (
    select (select min(action) from audit where account_id = who) as action
    union all
    select (select min(action) from audit where account_id = who and action > leap.action) from leap
    where leap.action is not null)
  select action from leap where action is not null`

const columns = sql`a.id, a.position, a.at, a.action, a.subject_kind as kind, a.subject_id, a.account_id,
  coalesce(a.role, c.role) as role, c.full_name, a.network, a.reason, a.before, a.after`

export const searchEntries = (db: Db, filter: AuditFilter, page: PageQuery): Promise<Page<AuditRow>> =>
  readPage(page, latestFirst, (stretch) =>
    sql<AuditRow>`
    select ${columns} from (${keys(filter, stretch)}) k join audit a on a.position = k.position
      left join account c on c.id = a.account_id
    order by ${stretch.by}`.execute(db),
  )

/** Entries of staff, of users of links and of programs on a person's own record, without those of the person. */
export const searchOwn = (
  db: Db,
  owner: string,
  subjects: readonly Subject[],
  page: PageQuery,
): Promise<Page<AuditRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<AuditRow>`
    select ${columns}
    from ${aboutSubjects(subjects)} left join account c on c.id = a.account_id
    where a.account_id is distinct from ${owner}
      and (a.role in ('technician', 'admin', 'clinician') or a.action in ('share.opened', 'share.downloaded', 'result_link.opened', 'result_link.downloaded',
        'api_client.read')) and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
