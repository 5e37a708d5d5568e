import { sql } from 'kysely'
import { type ReportContent, reportContent } from '#contract/reports.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { samePerson } from '../queries-parts.ts'

/** The latest reports of a person, and when their samples were taken. */
export type PersonsReport = {
  visitId: string
  report: ReportContent
  /** By accession number. */
  collected: Record<string, string>
}

/**
 * Of the same person as the visit's, with an account or without. A visit that somebody books for a child is the child's.
 * Newest first.
 */
export async function reportsOfPerson(
  db: Db,
  visit: { siteId: string; visitId: string; sites: Sites; limit: number },
): Promise<PersonsReport[]> {
  const { rows } = await sql<{ visitId: string; content: unknown; collected: Record<string, string> }>`
    select v.id as "visitId", r.content,
      (select jsonb_object_agg(s.accession, s.collected_at) from sample s where s.site_id = v.site_id and s.visit_id = v.id)
        as collected
    from visit me
    join visit v on ${samePerson}
    join lateral (select content from report l where l.site_id = v.site_id and l.visit_id = v.id
      order by l.version desc limit 1) r on true
    where me.site_id = ${visit.siteId} and me.id = ${visit.visitId} ${atSites('v.site_id', visit.sites)}
    order by v.starts_at desc limit ${visit.limit}`.execute(db)
  return rows.map(({ content, ...row }) => ({ ...row, report: reportContent.parse(content) }))
}
