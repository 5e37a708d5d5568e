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

-- Staff let apps read about one patient, and apps know the visit that they were opened from. See docs/decisions/0127.
create or replace function check_app_access() returns trigger language plpgsql as $$
begin
  if not exists (select from api_client c
    where c.id = new.client_id and cardinality(c.redirect_uris) > 0 and new.scopes <@ c.scopes) then
    raise exception 'an access is that of an app, within its permissions';
  end if;
  if not exists (select from account a where a.id = new.account_id and (a.role = 'clinician'
    or new.person_id is not null and (a.role in ('user', 'admin') or 'patients' = any(a.permissions)))) then
    raise exception 'a patient or staff let an app read about one person, a clinician about one person or the facility';
  end if;
  if new.visit_id is not null and not exists (select from site z join visit v on v.site_id = z.id and v.id = new.visit_id
    where current_person(v.person_id) = current_person(new.person_id)) then
    raise exception 'the visit of an access is one of its person';
  end if;
  return new;
end $$;

alter table app_launch add column visit_id uuid;
alter table app_access add column visit_id uuid;
comment on column app_access.visit_id is 'Visit of the screen from which the app was opened; empty: none';

-- A client of FHIR in a demonstration expires, as its API keys do.
alter table api_client drop constraint api_client_key_expires;
-- safe: more rows fit than before.
alter table api_client add constraint api_client_key_expires check (signs_in_by <> 'api_key' or expires_at is not null);
comment on column api_client.expires_at is 'Until when it is valid; empty: without a limit';

create or replace function keep_app_access() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.account_id, new.person_id, new.visit_id, new.scopes, new.given_at, new.expires_at)
    is distinct from (old.id, old.client_id, old.account_id, old.person_id, old.visit_id, old.scopes, old.given_at, old.expires_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'the access of an app is only ended';
  end if;
  return new;
end $$;
