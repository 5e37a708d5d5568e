import { type RawBuilder, sql } from 'kysely'
import { unreleasedTasks } from '#server/modules/laboratory/index.ts'
import { anyId } from '#server/platform/statement.ts'

/**
 * The open tests of these sites: collected, and their results not released. `only` is a condition on a task `k`. They are few, so
 * that all of them are read.
 *
 * A test whose sample was rejected is open until another sample is collected for it. It is found from the visits that are at the
 * bench, and stands for itself once, whatever number of its samples was rejected.
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

/** Of an open task: a result that is corrected was released in its time, or was late then. */
export const isLate = (now: Date) => sql<boolean>`(due_at < ${now} and first_released_at is null)`
