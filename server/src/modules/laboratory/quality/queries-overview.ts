import { sql } from 'kysely'
import type { ResponseInput, RowOf } from '#contract/endpoint.ts'
import type { controlOverview } from '#contract/quality.ts'
import type { WestgardRule } from '#contract/quality-rules.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, text, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { analyserOfLine, latestValue, unanswered, waitingFor } from './queries-quality.ts'

/** Statements for the overview of all controls. */

type Overview = RowOf<typeof controlOverview>
type LotRow = Omit<Overview['lots'][number], 'expiry' | 'state'> & {
  rejections: WestgardRule[]
  unanswered: boolean
}
export type OverviewRow = Omit<Overview, 'state' | 'stale' | 'lots'> & { timeZone: string; lots: LotRow[] }

const byCode: Order<OverviewRow> = { analyte: text('g.analyte_code'), siteId: uuid('g.site_id') }

/** Analytes with an open lot, by code and site. */
export const listControlled = (db: Db, sites: Sites, page: PageQuery): Promise<Page<OverviewRow>> =>
  readPage(page, byCode, ({ after, by, limit }) =>
    sql<OverviewRow>`
    select g.analyte_code as analyte, a.name, a.unit, g.site_id, s.name as site, s.time_zone,
      jsonb_agg(jsonb_build_object('lotId', l.id, 'material', m.name, 'level', l.level, 'number', l.number,
        'expiresOn', l.expires_on, 'analyser', ${analyserOfLine}, 'rejections', coalesce(c.rejections, '{}'),
        'unanswered', c.site_id is not null and ${unanswered},
        'latest', ${latestValue}) order by m.name, l.level, l.id, ${analyserOfLine} ->> 'name') as lots
    from control_target g
    join control_lot l on l.site_id = g.site_id and l.id = g.lot_id and l.opened_at is not null and l.closed_at is null
    join control_material m on m.id = l.material_id join analyte a on a.code = g.analyte_code join site s on s.id = g.site_id
    left join control_line c on c.site_id = g.site_id and c.lot_id = g.lot_id and c.analyte_code = g.analyte_code
    left join control_value v on v.site_id = c.site_id and v.id = c.last_value
    where ${after} ${atSites('g.site_id', sites)}
    group by g.analyte_code, a.name, a.unit, g.site_id, s.name, s.time_zone
    order by ${by} limit ${limit}`.execute(db),
  )

type BlockingRow = ResponseInput<typeof controlOverview>['blocking'][number]

/** Open lots in which an analyte is out of control, with the number of completed tests that wait because of it. */
export const listBlocking = (db: Db, sites: Sites, limit: number): Promise<BlockingRow[]> =>
  rowsOf(db)<BlockingRow>`
    select l.id as lot_id, m.name as material, l.level, l.number, c.analyte_code as analyte, a.name,
      ${analyserOfLine} as analyser, v.measured_at as at, v.z, c.rejections as rules, (select count(*) from ${waitingFor}) as waiting
    from control_line c join control_lot l on l.site_id = c.site_id and l.id = c.lot_id and l.closed_at is null
    join control_material m on m.id = l.material_id join analyte a on a.code = c.analyte_code
    join control_value v on v.site_id = c.site_id and v.id = c.last_value
    where ${unanswered} ${atSites('c.site_id', sites)}
    order by v.id limit ${limit}`
