import type pg from 'pg'

/** A CTE for `insert into visit` that adds an arbitrary person, used as `from somebody`. */
export const withSomebody = `with somebody as (
  insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
  values (gen_random_uuid(), 'Somebody', 'female', '1990-01-01', 'estimated', '2024-01-01') returning id as person_id)`

/** Lets an account care for the person of a visit. */
export const openVisitTo = (pool: pg.Pool, visitId: string, accountId: string) =>
  pool.query(
    `insert into account_person (account_id, number, person_id, kind, since)
     select $2, (select count(*) + 1 from account_person where account_id = $2), person_id, 'other', '2024-01-01'
     from visit where id = $1`,
    [visitId, accountId],
  )

/** Detaches the person of a visit from all accounts. */
export const takeFromAccounts = (pool: pg.Pool, visitId: string) =>
  pool.query(
    `${withSomebody} update visit set account_id = null, person_id = (select person_id from somebody) where id = $1`,
    [visitId],
  )
