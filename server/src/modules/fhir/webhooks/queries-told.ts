import { sql } from 'kysely'

/** Condition: the event `e` is told to programs. A visit or sample that is only for confidential tests is not mentioned at all. */
export const isTold = sql<boolean>`case
  when e.type like 'visit.%' then coalesce((select bool_or(not t.confidential)
    from visit_test o join test t on t.code = o.test_code where o.site_id = e.site_id and o.visit_id = e.visit_id), true)
  when e.type like 'sample.%' then coalesce((select bool_or(not t.confidential)
    from task k join test t on t.code = k.test_code where k.site_id = e.site_id and k.sample_id = e.sample_id), true)
  else true end`
