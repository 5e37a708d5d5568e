import { type RawBuilder, sql } from 'kysely'
import { unreleasedTasks } from '#server/modules/laboratory/index.ts'
import { anyId } from '#server/platform/statement.ts'

/**
 * The open tests of these sites: collected, with results not released. `only` is a condition on a task `k`. The statement reads
 * all of them, since they are few.
 *
 * A test whose sample was rejected stays open until another sample is collected for it. The last branch finds these tests from
 * the visits at the bench, each of them once, even if several of its samples were rejected.
 */
export function openTasks(siteIds: readonly string[], only: RawBuilder<unknown> = sql`true`) {
  const sites = anyId(siteIds)
  const columns = sql`site_id, id, rank, due_at, first_released_at`
  return sql`(
    ${unreleasedTasks(columns, { sites, only })}
    union all select ${columns} from task k where site_id = ${sites} and withdrawn_at is not null
      and exists (select from visit v
        where v.site_id = k.site_id and v.id = k.visit_id and v.status in ('collected', 'in_progress'))
      and not exists (select from task n where n.site_id = k.site_id and n.visit_id = k.visit_id
        and n.test_code = k.test_code and (n.withdrawn_at is null or n.withdrawn_at > k.withdrawn_at))
      and ${only})`
}

/** Whether an open task is late. A task that is open again for a correction is not: its lateness was decided by its first release. */
export const isLate = (now: Date) => sql<boolean>`(due_at < ${now} and first_released_at is null)`
