import { type Db, rowsOf } from '#server/platform/database.ts'

/** Received tubes of serum that were collected in a period and whose tests are completed, in the order of their numbers. */
export async function doneTubes(db: Db, from: Date, to: Date, limit: number): Promise<string[]> {
  const rows = await rowsOf(db)<{ accession: string }>`
    select s.accession from sample s
    where s.status = 'received' and s.specimen = 'Serum' and s.collected_at between ${from} and ${to}
      and not exists (select from task k where k.site_id = s.site_id and k.sample_id = s.id and k.withdrawn_at is null
        and k.status <> 'completed')
    order by s.accession limit ${limit}`
  return rows.map(({ accession }) => accession)
}
