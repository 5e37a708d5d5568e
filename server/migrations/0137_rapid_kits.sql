-- Rapid tests with lots of kits from the stock, and invalid rapid tests.
alter table rapid_testing
  add column first_stock_lot uuid,
  add column second_stock_lot uuid,
  add column third_stock_lot uuid,
  add constraint rapid_testing_first_stock_lot foreign key (site_id, first_stock_lot) references stock_lot (site_id, id),
  add constraint rapid_testing_second_stock_lot foreign key (site_id, second_stock_lot) references stock_lot (site_id, id),
  add constraint rapid_testing_third_stock_lot foreign key (site_id, third_stock_lot) references stock_lot (site_id, id),
  add constraint rapid_testing_stock_lots_done check ((second_kit is not null or second_stock_lot is null)
    and (third_kit is not null or third_stock_lot is null));
comment on column rapid_testing.first_stock_lot is 'Its lot in the stock; empty: the kit is not kept in stock';
comment on column rapid_testing.second_stock_lot is 'Its lot in the stock; empty: the kit is not kept in stock';
comment on column rapid_testing.third_stock_lot is 'Its lot in the stock; empty: the kit is not kept in stock';

-- Devices whose control line is missing. They do not count for the result, and stay recorded if the results are withdrawn.
create table invalid_rapid_test (
  site_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  kit text not null check (kit <> ''),
  lot text not null check (lot <> ''),
  expires_on date not null,
  stock_lot uuid,
  read_on date not null,
  read_by uuid not null references account,
  read_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id),
  foreign key (site_id, stock_lot) references stock_lot (site_id, id),
  constraint invalid_rapid_test_not_expired check (expires_on >= read_on)
);
create index invalid_rapid_test_of_task on invalid_rapid_test (site_id, task_id);
comment on table invalid_rapid_test is 'Rapid tests of confidential tests that were invalid and do not count for the result';
comment on column invalid_rapid_test.id is 'Invalid test';
comment on column invalid_rapid_test.task_id is 'Task';
comment on column invalid_rapid_test.kit is 'Kit';
comment on column invalid_rapid_test.lot is 'Its lot number';
comment on column invalid_rapid_test.expires_on is 'Its expiry date';
comment on column invalid_rapid_test.stock_lot is 'Its lot in the stock; empty: the kit is not kept in stock';
comment on column invalid_rapid_test.read_on is 'Day on which it was read';
comment on column invalid_rapid_test.read_by is 'Account that entered it';
comment on column invalid_rapid_test.read_at is 'When it was entered';

-- A lot that was entered by mistake for a rapid test is given back when the entry is corrected.
alter table stock_movement drop constraint stock_movement_fits_kind;
alter table stock_movement add constraint stock_movement_fits_kind check (
  case kind when 'received' then amount > 0 and task_id is null
    when 'used' then amount <= 0 or task_id is not null
    when 'discarded' then amount < 0 and reason <> '' and task_id is null
    else task_id is null end);
