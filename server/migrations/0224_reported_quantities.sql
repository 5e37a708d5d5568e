-- Programs search Observations by their values. See docs/decisions/0164.

-- The number of a value as a report prints it; null: it is no number.
create function reported_number(result jsonb) returns numeric immutable parallel safe language sql
  return case when jsonb_typeof(result -> 'number') = 'number' and result ->> 'value' ~ '^-?[0-9]+([.][0-9]+)?$'
    then (result ->> 'value')::numeric end;

-- Twelve steps for each power of ten, from 0.001 on; 0 is below it, and has all negative numbers.
create function quantity_step(value numeric) returns int immutable parallel safe language sql
  return width_bucket(value, '{
    0.001,0.0012,0.0015,0.0018,0.0022,0.0027,0.0033,0.0039,0.0047,0.0056,0.0068,0.0082,
    0.01,0.012,0.015,0.018,0.022,0.027,0.033,0.039,0.047,0.056,0.068,0.082,
    0.1,0.12,0.15,0.18,0.22,0.27,0.33,0.39,0.47,0.56,0.68,0.82,
    1,1.2,1.5,1.8,2.2,2.7,3.3,3.9,4.7,5.6,6.8,8.2,
    10,12,15,18,22,27,33,39,47,56,68,82,
    100,120,150,180,220,270,330,390,470,560,680,820,
    1000,1200,1500,1800,2200,2700,3300,3900,4700,5600,6800,8200,
    10000,12000,15000,18000,22000,27000,33000,39000,47000,56000,68000,82000,
    100000,120000,150000,180000,220000,270000,330000,390000,470000,560000,680000,820000,
    1000000,1200000,1500000,1800000,2200000,2700000,3300000,3900000,4700000,5600000,6800000,8200000}'::numeric[]);

-- The codes of the analytes of a report that have numbers, each with the step of its number.
create function reported_quantities(content jsonb) returns text[] immutable parallel safe cost 1000 language sql
  return array(select distinct (x.result ->> 'code') || ' ' || quantity_step(reported_number(x.result))
    from jsonb_path_query(content, '$.tests[*].results[*]') x (result) where reported_number(x.result) is not null);

-- The same of each number from `lowest` to `highest`; null: without a limit.
create function quantity_terms(codes text[], lowest numeric, highest numeric) returns text[] immutable parallel safe language sql
  return array(select code || ' ' || step from unnest(codes) code
    cross join generate_series(coalesce(quantity_step(lowest), 0), coalesce(quantity_step(highest), 120)) step);

create index report_by_quantity on report using gin (reported_quantities(content));
