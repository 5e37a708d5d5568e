-- Controls are judged for each analyser: a rule that one analyser breaks says nothing of another.

-- Null: not measured on an analyser with a link.
alter table control_run add column instrument_id uuid;
alter table control_run add foreign key (site_id, instrument_id) references instrument (site_id, id);
alter table control_run add unique (site_id, id, instrument_id);
comment on column control_run.instrument_id is 'Analyser with a link, if it is known';

alter table control_value add column instrument_id uuid;
-- That of its run.
alter table control_value add foreign key (site_id, run_id, instrument_id)
  references control_run (site_id, id, instrument_id);
comment on column control_value.instrument_id is 'Analyser with a link, if it is known';

drop index control_value_line;
create index control_value_line on control_value (site_id, lot_id, analyte_code, instrument_id, id);

-- What the latest value that is not struck out says, for each lot, analyte and analyser: kept here, so that a release need
-- not look for it.
create table control_line (
  site_id uuid not null,
  lot_id uuid not null,
  analyte_code text not null,
  instrument_id uuid,
  last_value uuid,
  rejections text[] not null default '{}',
  unique nulls not distinct (site_id, lot_id, analyte_code, instrument_id),
  foreign key (site_id, lot_id, analyte_code) references control_target (site_id, lot_id, analyte_code),
  foreign key (site_id, instrument_id) references instrument (site_id, id),
  foreign key (site_id, last_value) references control_value (site_id, id)
);
comment on column control_line.lot_id is 'Lot';
comment on column control_line.instrument_id is 'Analyser with a link, if it is known';
comment on column control_line.rejections is 'Rules that reject';
create index control_line_rejected on control_line (site_id, analyte_code) where rejections <> '{}';
create index control_line_value on control_line (site_id, last_value);

-- Earlier runs kept the name of their analyser only.
update control_run r set instrument_id = i.id from instrument i
  where i.site_id = r.site_id and lower(i.name) = lower(r.instrument);
alter table control_value disable trigger control_value_is_kept;
update control_value v set instrument_id = r.instrument_id from control_run r
  where r.site_id = v.site_id and r.id = v.run_id and r.instrument_id is not null;
alter table control_value enable trigger control_value_is_kept;
insert into control_line (site_id, lot_id, analyte_code, instrument_id, last_value, rejections)
  select distinct on (site_id, lot_id, analyte_code, instrument_id) site_id, lot_id, analyte_code, instrument_id, id,
    array_remove(rules, '1-2s')
  from control_value where struck_at is null
  order by site_id, lot_id, analyte_code, instrument_id, id desc;
alter table control_target drop column last_value, drop column rejections;
