-- Programs search Observations by values without a code as well. See docs/decisions/0164.

-- Of each number of a report, its step: by itself, with the code of its analyte, and with its unit as printed.
create function reported_steps(content jsonb) returns text[] immutable parallel safe cost 1000 language sql
  return array(select distinct of_what || ' ' || x.step
    from (select r.result ->> 'code' as code, r.result ->> 'unit' as unit, quantity_step(reported_number(r.result)) as step
      from jsonb_path_query(content, '$.tests[*].results[*]') r (result) offset 0) x
      cross join unnest(array['', x.code, x.unit]) of_what
    where x.step is not null and of_what is not null);

create index report_by_step on report using gin (reported_steps(content));
-- The version before finds the same without it, more slowly.
drop index report_by_quantity;
