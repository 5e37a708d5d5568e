import { sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'

/** Statements that write the referred tests of the demonstration. */

/** Pending tasks on received tubes of serum, the least urgent first, one for each tube. */
export const receivedTasks = (db: Db, limit: number): Promise<{ id: string; accession: string }[]> =>
  rowsOf(db)`select id, accession from (
      select distinct on (s.id) k.id, s.accession, k.due_at from task k
        join sample s on s.site_id = k.site_id and s.id = k.sample_id
      where k.status = 'pending' and k.withdrawn_at is null and s.status = 'received'
        and s.specimen = 'Serum' order by s.id, k.due_at) t
    order by due_at desc limit ${limit}`

/** Hormone tests that were released in the past weeks, as if the laboratory had reported each after one to six days. */
export async function addReturned(
  db: Db,
  { laboratoryId, by, since }: { laboratoryId: string; by: string; since: Date },
): Promise<void> {
  await sql`
    with done as (
      select k.site_id, k.id, s.accession, s.received_at, k.released_at, uuidv7() as box,
        row_number() over (order by k.released_at) as n
      from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
      where k.test_code = 'HORM' and k.released_at >= ${since} and s.received_at is not null
      order by k.released_at limit 60
    ), boxes as (
      insert into manifest (site_id, id, laboratory_id, code, courier, transport, tracking_number, made_by, made_at, left_at,
        arrived_at, arrived_by, closed_at, closed_by)
      select site_id, box, ${laboratoryId}, upper(translate(substr(md5(id::text), 1, 8), 'abcdef', 'ABCDEF')), 'Example Couriers',
        'frozen', '', ${by}, received_at, received_at, received_at, ${by}, received_at, ${by} from done returning id
    ), tubes as (
      insert into manifest_tube (site_id, manifest_id, accession, state, seen_at, seen_by)
      select site_id, box, accession, 'received', received_at, ${by} from done returning accession
    )
    insert into referral (site_id, task_id, laboratory_id, transport, days, manifest_id, accession, sent_at, due_at, returned_at,
      returned_by)
    select site_id, id, ${laboratoryId}, 'frozen', 5, box, accession, received_at - (1 + n % 6) * interval '1 day',
      received_at - (1 + n % 6) * interval '1 day' + interval '5 days', received_at, ${by}
    from done`.execute(db)
}
