import type { Clinician } from '#contract/clinicians.ts'
import { anyRow, type Db, rowsOf } from '#server/platform/database.ts'

/** Statements on clinicians of facilities. */

type Row = Omit<Clinician, 'invitedUntil'> & { invitedUntil: Date | null }

/** One statement, so that somebody who accepts the invitation at this moment is listed once. */
export const listClinicians = (db: Db): Promise<Row[]> =>
  rowsOf(db)`
    select c.id, c.full_name, c.email, c.status, c.invited_until, jsonb_build_object('id', f.id, 'name', f.name) as facility
    from (
      select id, full_name, email, status, null::timestamptz as invited_until, facility_id
      from account where role = 'clinician'
      union all
      select id, full_name, email, 'Invited', expires_at, facility_id
      from invitation where role = 'clinician' and accepted_at is null and withdrawn_at is null
    ) c join facility f on f.id = c.facility_id
    order by array_position(array['Active', 'Invited', 'Deactivated'], c.status), lower(c.full_name), c.id`

/** Whether any clinician has or had an account. */
export const areThereClinicians = (db: Db): Promise<boolean> =>
  anyRow(db)`select 1 from account where role = 'clinician' limit 1`

export const isOfferedFacility = (db: Db, id: string): Promise<boolean> =>
  anyRow(db)`select 1 from facility where id = ${id} and not ended`
