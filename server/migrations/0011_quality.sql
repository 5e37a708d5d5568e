-- Quality control: materials of a known value, measured beside the patients' samples, and what their values say.

alter table laboratory
  -- Hours without a control of an analyte after which the screens say so.
  add column control_hours int not null default 24 check (control_hours between 1 and 720);

create table control_material (
  id uuid primary key,
  name text not null check (name <> ''),
  manufacturer text not null,
  created_at timestamptz not null,
  created_by uuid not null references account
);
create unique index control_material_name on control_material (lower(name), lower(manufacturer));

-- One row for a site with controls. Whoever notes or strikes out a value holds it alone, whoever releases holds it with
-- others: no report is issued while a control of the same site is being judged.
create table control_gate (
  site_id uuid primary key references site
);

-- A lot of one level of a material. Lots of a material that are open at a time are its levels.
create table control_lot (
  site_id uuid not null references site,
  id uuid not null,
  material_id uuid not null references control_material,
  level text not null check (level <> ''),
  number text not null check (number <> ''),
  -- The last day on which it may be used.
  expires_on date not null,
  created_at timestamptz not null,
  created_by uuid not null references account,
  opened_at timestamptz,
  opened_by uuid references account,
  closed_at timestamptz,
  closed_by uuid references account,
  closing_reason text,
  primary key (site_id, id),
  check ((opened_at is null) = (opened_by is null)),
  check (num_nonnulls(closed_at, closed_by, closing_reason) in (0, 3))
);
create unique index control_lot_number on control_lot (site_id, material_id, lower(level), lower(number));

create table control_target (
  site_id uuid not null,
  lot_id uuid not null,
  analyte_code text not null references analyte,
  mean double precision not null,
  sd double precision not null check (sd > 0),
  set_at timestamptz not null,
  set_by uuid not null references account,
  -- What the latest value that is not struck out says: kept here, so that a release need not look for it.
  last_value uuid,
  rejections text[] not null default '{}',
  primary key (site_id, lot_id, analyte_code),
  foreign key (site_id, lot_id) references control_lot (site_id, id)
);
create index control_target_rejected on control_target (site_id, analyte_code) where rejections <> '{}';

-- Levels that were measured together: some rules look across them.
create table control_run (
  site_id uuid not null references site,
  id uuid not null,
  material_id uuid not null references control_material,
  began_at timestamptz not null,
  instrument text not null,
  primary key (site_id, id)
);
create index control_run_latest on control_run (site_id, material_id, id);

create table control_value (
  site_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  lot_id uuid not null,
  analyte_code text not null,
  value double precision not null,
  -- The target as it stood, and the value's distance from it.
  mean double precision not null,
  sd double precision not null,
  z double precision not null,
  -- The rules that it breaks. Judged again when another level joins the run or an earlier value is struck out.
  rules text[] not null default '{}' check (rules <@ '{1-2s,1-3s,2-2s,R-4s,4-1s,10-x}'),
  measured_at timestamptz not null,
  measured_by uuid not null references account,
  struck_at timestamptz,
  struck_by uuid references account,
  struck_reason text,
  primary key (site_id, id),
  foreign key (site_id, run_id) references control_run (site_id, id),
  foreign key (site_id, lot_id, analyte_code) references control_target (site_id, lot_id, analyte_code),
  check (num_nonnulls(struck_at, struck_by, struck_reason) in (0, 3))
);
create unique index control_value_once on control_value (site_id, run_id, lot_id, analyte_code) where struck_at is null;
create index control_value_line on control_value (site_id, lot_id, analyte_code, id);

-- A value is never changed or removed; it is struck out, once, and stays.
create function keep_control_value() returns trigger language plpgsql as $$
declare
  may_change constant text[] := '{rules,struck_at,struck_by,struck_reason}';
begin
  if tg_op = 'DELETE' or old.struck_at is not null
    or to_jsonb(new) - may_change is distinct from to_jsonb(old) - may_change then
    raise exception 'values of controls are never changed or removed';
  end if;
  return new;
end $$;
create trigger control_value_is_kept before update or delete on control_value
  for each row execute function keep_control_value();

-- Who answers for results in spite of these broken rules of this value.
create table control_responsibility (
  site_id uuid not null,
  id uuid not null,
  value_id uuid not null,
  rules text[] not null check (rules <> '{}'),
  taken_at timestamptz not null,
  taken_by uuid not null references account,
  text text not null check (text <> ''),
  primary key (site_id, id),
  foreign key (site_id, value_id) references control_value (site_id, id)
);
create index control_responsibility_of on control_responsibility (site_id, value_id);
create trigger control_responsibility_is_kept before update or delete on control_responsibility
  for each row execute function refuse_change();
