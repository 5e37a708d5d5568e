import { sql } from 'kysely'
import type { ResponseInput, RowOf } from '#contract/endpoint.ts'
import type { controlOverview } from '#contract/quality.ts'
import type { WestgardRule } from '#contract/quality-rules.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, text, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { latestValue, unanswered } from './queries-quality.ts'

/** Statements for the overview of all controls. */

type Overview = RowOf<typeof controlOverview>
type LotRow = Omit<Overview['lots'][number], 'expiry' | 'state'> & {
  rejections: WestgardRule[]
  unanswered: boolean
}
export type OverviewRow = Omit<Overview, 'state' | 'stale' | 'lots'> & { timeZone: string; lots: LotRow[] }

const byCode: Order<OverviewRow> = { analyte: text('c.analyte_code'), siteId: uuid('c.site_id') }

/** Analytes with an open lot, by code and site. */
export const listControlled = (db: Db, sites: Sites, page: PageQuery): Promise<Page<OverviewRow>> =>
  readPage(page, byCode, ({ after, by, limit }) =>
    sql<OverviewRow>`
    select c.analyte_code as analyte, a.name, a.unit, c.site_id, s.name as site, s.time_zone,
      jsonb_agg(jsonb_build_object('lotId', l.id, 'material', m.name, 'level', l.level, 'number', l.number,
        'expiresOn', l.expires_on, 'rejections', c.rejections, 'unanswered', ${unanswered},
        'latest', ${latestValue}) order by m.name, l.level, l.id) as lots
    from control_target c
    join control_lot l on l.site_id = c.site_id and l.id = c.lot_id and l.opened_at is not null and l.closed_at is null
    join control_material m on m.id = l.material_id join analyte a on a.code = c.analyte_code join site s on s.id = c.site_id
    left join control_value v on v.site_id = c.site_id and v.id = c.last_value
    where ${after} ${atSites('c.site_id', sites)}
    group by c.analyte_code, a.name, a.unit, c.site_id, s.name, s.time_zone
    order by ${by} limit ${limit}`.execute(db),
  )

type BlockingRow = ResponseInput<typeof controlOverview>['blocking'][number]

/** Open lots in which an analyte is out of control, with the number of completed tests that wait because of it. */
export const listBlocking = (db: Db, sites: Sites, limit: number): Promise<BlockingRow[]> =>
  rowsOf(db)<BlockingRow>`
    select l.id as lot_id, m.name as material, l.level, l.number, c.analyte_code as analyte, a.name,
      v.measured_at as at, v.z, c.rejections as rules, (
        select count(*) from task k join result r on r.site_id = k.site_id and r.task_id = k.id
        where k.site_id = c.site_id and k.status = 'completed' and k.released_at is null and k.withdrawn_at is null
          and r.analyte_code = c.analyte_code) as waiting
    from control_target c join control_lot l on l.site_id = c.site_id and l.id = c.lot_id and l.closed_at is null
    join control_material m on m.id = l.material_id join analyte a on a.code = c.analyte_code
    join control_value v on v.site_id = c.site_id and v.id = c.last_value
    where ${unanswered} ${atSites('c.site_id', sites)}
    order by v.id limit ${limit}`
