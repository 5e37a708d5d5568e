-- Monthly figures for the DHIS2 of a health authority. See docs/decisions/0141.

-- The laboratory's one connection.
create table dhis2_connection (
  id boolean primary key default true check (id),
  address text not null check (address ~ '^https?://' and length(address) <= 300),
  -- Empty: signs in by a personal access token.
  username text not null check (length(username) <= 200),
  -- The token or the password. It is sent to DHIS2, so it cannot be a hash.
  secret text not null check (length(secret) between 1 and 500),
  data_set text not null check (data_set ~ '^[A-Za-z][A-Za-z0-9]{10}$'),
  attribute_option_combo text check (attribute_option_combo ~ '^[A-Za-z][A-Za-z0-9]{10}$'),
  -- On this day of a month, the month before is sent. Null: only staff send.
  send_day smallint check (send_day between 1 and 28),
  -- Months before are not sent by themselves.
  sends_from text check (sends_from ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  version int not null default 1 check (version > 0),
  constraint dhis2_connection_sends check ((send_day is null) = (sends_from is null))
);
comment on table dhis2_connection is 'Connection to the DHIS2 of the health authority';
comment on column dhis2_connection.address is 'Address';
comment on column dhis2_connection.username is 'User name; empty: signs in by a token';
comment on column dhis2_connection.data_set is 'Data set';
comment on column dhis2_connection.attribute_option_combo is 'Attribute option combination';
comment on column dhis2_connection.send_day is 'Day of the month on which the month before is sent; empty: never by itself';
comment on column dhis2_connection.sends_from is 'First month that is sent by itself';
comment on column dhis2_connection.version is 'How often it was changed';

create table dhis2_org_unit (
  site_id uuid primary key references site,
  org_unit text not null unique check (org_unit ~ '^[A-Za-z][A-Za-z0-9]{10}$')
);
comment on table dhis2_org_unit is 'Organisation units of sites in DHIS2';
comment on column dhis2_org_unit.org_unit is 'Organisation unit';

-- What is counted for a cell of the data set.
create table dhis2_line (
  id uuid primary key,
  name text not null check (name <> '' and length(name) <= 120),
  data_element text not null check (data_element ~ '^[A-Za-z][A-Za-z0-9]{10}$'),
  category_option_combo text check (category_option_combo ~ '^[A-Za-z][A-Za-z0-9]{10}$'),
  test_code text not null references test,
  -- Null: the test as a whole.
  analyte_code text references analyte,
  outcome text not null check (outcome in ('any', 'positive', 'outside', 'values')),
  outcome_values text[] not null default '{}',
  gender text check (gender in ('male', 'female')),
  from_age smallint check (from_age between 0 and 150),
  to_age smallint check (to_age between 0 and 150),
  -- Who set it up or changed it last.
  set_by uuid not null references account,
  set_at timestamptz not null,
  ended_at timestamptz,
  version int not null default 1 check (version > 0),
  constraint dhis2_line_values check ((outcome = 'values') = (cardinality(outcome_values) > 0)),
  constraint dhis2_line_of_analyte check (analyte_code is not null or outcome in ('any', 'outside')),
  constraint dhis2_line_ages check (from_age <= to_age)
);
-- Two lines of one cell would overwrite each other.
create unique index dhis2_line_cell on dhis2_line (data_element, coalesce(category_option_combo, '')) where ended_at is null;
comment on table dhis2_line is 'What is counted for DHIS2';
comment on column dhis2_line.id is 'Line';
comment on column dhis2_line.name is 'Name';
comment on column dhis2_line.data_element is 'Data element';
comment on column dhis2_line.category_option_combo is 'Category option combination; empty: the default';
comment on column dhis2_line.test_code is 'Test';
comment on column dhis2_line.analyte_code is 'Analyte; empty: the test as a whole';
comment on column dhis2_line.outcome is 'Which results are counted: any, positive, outside the interval, or the values';
comment on column dhis2_line.outcome_values is 'The values';
comment on column dhis2_line.gender is 'Sex; empty: all';
comment on column dhis2_line.from_age is 'Lowest age in completed years; empty: no limit';
comment on column dhis2_line.to_age is 'Highest age in completed years; empty: no limit';
comment on column dhis2_line.set_by is 'Account that added it or changed it last';
comment on column dhis2_line.set_at is 'When that was';
comment on column dhis2_line.ended_at is 'When it was ended';
comment on column dhis2_line.version is 'How often it was changed';

-- A line is set up by somebody who may see the results that it counts.
create function check_dhis2_line() returns trigger language plpgsql as $$
declare
  which test;
begin
  select * into which from test where code = new.test_code;
  if not sees_test(new.set_by, which) then
    raise exception 'the account may not see this test' using errcode = 'check_violation', constraint = 'dhis2_line_seen';
  end if;
  if new.analyte_code is not null
    and not exists (select from test_analyte p where p.test_code = new.test_code and p.analyte_code = new.analyte_code) then
    raise exception 'the test has no such analyte' using errcode = 'check_violation', constraint = 'dhis2_line_analyte';
  end if;
  return new;
end $$;
create trigger dhis2_line_seen before insert or update on dhis2_line for each row execute function check_dhis2_line();

create table dhis2_sending (
  id uuid primary key,
  site_id uuid not null references site,
  month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  -- DHIS2 checks the figures and stores nothing.
  dry_run boolean not null,
  org_unit text not null,
  data_set text not null,
  attribute_option_combo text,
  -- As it is sent, with the line of each value.
  figures jsonb not null,
  -- Null: sent by itself.
  asked_by uuid references account,
  asked_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'sending', 'accepted', 'partly', 'refused', 'failed')),
  attempts smallint not null default 0 check (attempts >= 0),
  -- When it is sent; when it is being sent: when another process takes it over.
  due_at timestamptz not null,
  settled_at timestamptz,
  -- The status of the latest answer; null: there was none.
  status smallint,
  imported int,
  updated int,
  ignored int,
  deleted int,
  -- What DHIS2 objects to, as it says it.
  conflicts jsonb not null default '[]',
  error text not null default '',
  constraint dhis2_sending_settled check ((state in ('planned', 'sending')) = (settled_at is null))
);
-- Never two at once: an earlier one that is tried again would overwrite the figures of a later one.
create unique index dhis2_sending_waits on dhis2_sending (site_id, month) where state in ('planned', 'sending');
create index dhis2_sending_latest on dhis2_sending (asked_at desc, id desc);
create index dhis2_sending_of_month on dhis2_sending (site_id, month, asked_at desc);
comment on table dhis2_sending is 'Figures sent to DHIS2';
comment on column dhis2_sending.id is 'Sending';
comment on column dhis2_sending.month is 'Month';
comment on column dhis2_sending.dry_run is 'Whether DHIS2 only checked the figures';
comment on column dhis2_sending.org_unit is 'Organisation unit';
comment on column dhis2_sending.data_set is 'Data set';
comment on column dhis2_sending.attribute_option_combo is 'Attribute option combination';
comment on column dhis2_sending.figures is 'Figures, as JSON';
comment on column dhis2_sending.asked_by is 'Account that sent it; empty: sent by itself';
comment on column dhis2_sending.asked_at is 'When that was';
comment on column dhis2_sending.state is 'State';
comment on column dhis2_sending.attempts is 'Attempts';
comment on column dhis2_sending.settled_at is 'When the last answer came, or the last attempt failed';
comment on column dhis2_sending.status is 'HTTP status of the last answer';
comment on column dhis2_sending.imported is 'Values that DHIS2 added';
comment on column dhis2_sending.updated is 'Values that DHIS2 changed';
comment on column dhis2_sending.ignored is 'Values that DHIS2 ignored';
comment on column dhis2_sending.deleted is 'Values that DHIS2 deleted';
comment on column dhis2_sending.conflicts is 'What DHIS2 objected to, as JSON';
comment on column dhis2_sending.error is 'Why it was not accepted';

-- What was sent stays as it was sent, and its answer as it came.
create function keep_dhis2_sending() returns trigger language plpgsql as $$
begin
  if (new.id, new.site_id, new.month, new.dry_run, new.org_unit, new.data_set, new.attribute_option_combo, new.figures, new.asked_by, new.asked_at)
    is distinct from (old.id, old.site_id, old.month, old.dry_run, old.org_unit, old.data_set, old.attribute_option_combo, old.figures, old.asked_by, old.asked_at)
    or old.settled_at is not null then
    raise exception 'what was sent is kept';
  end if;
  return new;
end $$;
create trigger dhis2_sending_is_kept before update on dhis2_sending for each row execute function keep_dhis2_sending();

alter table account drop constraint account_permissions_check;
alter table account add constraint account_permissions_check
  check (permissions <@ array['release', 'confidential', 'retract', 'quality', 'instruments', 'stock', 'nonconformities', 'catalogue', 'configure', 'appointments',
    'patients', 'people', 'messages', 'insights', 'authorities', 'audit', 'transfer', 'payments', 'discounts', 'prices']);
