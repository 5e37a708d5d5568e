import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import {
  emptyPage,
  instant,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  uuid,
} from '#server/platform/list.ts'
import { patientJson } from '../samples/queries-samples.ts'
import { alsoWithin, isEmpty, isSought, type Reach, type Sought } from '../tasks/queries-tasks.ts'

export type ReleasedRow = {
  id: string
  title: string
  accession: string
  visitId: string
  reference: string
  patient: { fullName: string; age: number; gender: Gender }
  releasedAt: Date
  releasedBy: string
  byRule: boolean
}

const latestFirst: Order<ReleasedRow> = { releasedAt: instant('k.released_at desc'), id: uuid('k.id desc') }

/** Released tasks, the latest first. */
export async function listReleased(
  db: Db,
  reach: Reach,
  sought: Sought | null,
  page: PageQuery,
): Promise<Page<ReleasedRow>> {
  if (isEmpty(reach)) return emptyPage
  return readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<ReleasedRow>`
    select k.id, t.name as title, s.accession, k.visit_id as "visitId", v.reference, ${patientJson} as patient,
      k.released_at as "releasedAt", k.released_rule is not null as "byRule",
      coalesce((select full_name from account where id = k.released_by), (select u.name || ', version ' || u.version
        from release_rule u where u.test_code = k.test_code and u.version = k.released_rule)) as "releasedBy"
    from task k join test t on t.code = k.test_code
    join sample s on s.site_id = k.site_id and s.id = k.sample_id
    join visit v on v.site_id = k.site_id and v.id = k.visit_id
    where k.released_at is not null and k.withdrawn_at is null
      ${alsoWithin(reach)}
      ${sought === null ? sql`` : isSought(sought)}
      and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
}
