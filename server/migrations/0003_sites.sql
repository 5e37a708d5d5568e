create table laboratory (
  -- One row: the settings of the laboratory as a whole.
  singleton boolean primary key default true check (singleton),
  name text not null,
  address text not null,
  phone text not null,
  email text not null,
  horizon_days int not null default 180 check (horizon_days between 1 and 730),
  cut_off_minutes int not null default 120 check (cut_off_minutes between 0 and 10080),
  hold_minutes int not null default 10 check (hold_minutes between 1 and 60),
  -- Visits start at opening and every so many minutes after it.
  step_minutes int not null default 15 check (step_minutes between 5 and 60),
  -- Chair time kept free after each visit.
  buffer_minutes int not null default 0 check (buffer_minutes between 0 and 60)
);

create table site (
  id uuid primary key,
  name text not null check (name <> ''),
  time_zone text not null,
  created_at timestamptz not null default now()
);

-- Several rows a day are allowed (a break at noon); they never overlap.
create table site_hours (
  site_id uuid not null references site,
  weekday int not null check (weekday between 0 and 6),
  opens_minute int not null check (opens_minute between 0 and 1439),
  closes_minute int not null check (closes_minute between 1 and 1440),
  check (opens_minute < closes_minute),
  primary key (site_id, weekday, opens_minute),
  exclude using gist (site_id with =, weekday with =, int4range(opens_minute, closes_minute) with &&)
);

create table closure (
  site_id uuid not null references site,
  id uuid not null,
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  reason text not null,
  primary key (site_id, id)
);
create index closure_by_time on closure using gist (site_id, during);

create table chair (
  site_id uuid not null references site,
  number smallint not null check (number between 1 and 500),
  name text not null,
  active boolean not null default true,
  primary key (site_id, number)
);

-- The names may be changed by the laboratory; the code never is.
create table test (
  code text primary key,
  name text not null,
  label text not null,
  aliases text[] not null default '{}',
  about text not null,
  specimen text not null,
  tube text not null,
  -- What the patient gives: visits are as long as the kinds of specimen ask for.
  collection text not null check (collection in ('blood', 'urine', 'stool', 'swab', 'sputum')),
  preparation text not null default '',
  fasting boolean not null default false,
  turnaround_hours double precision not null check (turnaround_hours > 0),
  position int not null,
  bookable boolean not null default true
);

insert into laboratory (name, address, phone, email)
values ('Phial Laboratory', 'Accra, Ghana', '+233 30 000 0000', 'hello@phial.example');
insert into site (id, name, time_zone)
values ('01900000-0000-7000-8000-000000000001', 'Main laboratory', 'Africa/Accra');
insert into site_hours (site_id, weekday, opens_minute, closes_minute)
select '01900000-0000-7000-8000-000000000001', weekday, 7 * 60, 19 * 60 from generate_series(0, 6) weekday;
insert into chair (site_id, number, name)
select '01900000-0000-7000-8000-000000000001', number, 'Chair ' || number from generate_series(1, 4) number;
