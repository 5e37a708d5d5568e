import { sql } from 'kysely'
import { type ReportContent, reportContent } from '#contract/reports.ts'
import { isOrderedBy } from '#server/modules/booking/index.ts'
import { areResultsOpen } from '#server/modules/money/index.ts'
import { ofPerson, openTo } from '#server/modules/people/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { andIf } from '#server/platform/statement.ts'

/** The latest reports of a person, and when their samples were taken. */
export type PersonsReport = {
  visitId: string
  report: ReportContent
  /** By accession number. */
  collected: Record<string, string>
  /** Whether its results do not wait for the payment. */
  isOpen: boolean
}

/**
 * By the id of any of the person's records. A visit that somebody books for a child is the child's. With an account, only visits
 * that it opens; with a facility, only those that it ordered. `openOnly`: without those whose results wait for the payment. Newest first.
 */
export async function reportsOfPerson(
  db: Db,
  personId: string,
  {
    sites,
    facility,
    account,
    openOnly,
    limit,
  }: { sites: Sites; facility: string | null; account: string | null; openOnly: boolean; limit: number },
): Promise<PersonsReport[]> {
  const rows = await rowsOf(db)<Omit<PersonsReport, 'report'> & { content: unknown }>`
    select v.id as visit_id, r.content, ${areResultsOpen('v.site_id', 'v.id')} as is_open,
      (select jsonb_object_agg(s.accession, s.collected_at) from sample s where s.site_id = v.site_id and s.visit_id = v.id)
        as collected
    from visit v
    join lateral (select content from report l where l.site_id = v.site_id and l.visit_id = v.id
      order by l.version desc limit 1) r on true
    where ${ofPerson(personId)} ${andIf(account, openTo)} ${andIf(facility, isOrderedBy)}
      ${atSites('v.site_id', sites)}
      ${openOnly ? sql`and ${areResultsOpen('v.site_id', 'v.id')}` : sql``}
    order by v.starts_at desc limit ${limit}`
  return rows.map(({ content, ...row }) => {
    const report = reportContent.parse(content)
    // Tables and lines of values do not say that a value is interim.
    return { ...row, report: { ...report, tests: report.tests.filter(({ culture }) => !culture?.interim) } }
  })
}
