-- Stock: reagents, kits and tubes by lot and expiry date (ISO 15189:2022, 6.6). The remaining quantity of a lot is the sum of its
-- movements: a trigger keeps it, and it is never below zero.
create table stock_item (
  id uuid primary key,
  site_id uuid not null references site,
  name text not null check (name <> ''),
  kind text not null check (kind in ('reagent', 'kit', 'control', 'tube', 'other')),
  -- The unit in which the item is counted, such as test or piece.
  unit text not null check (unit <> ''),
  manufacturer text not null,
  catalogue_number text not null,
  reorder_level int not null check (reorder_level >= 0),
  delivery_days int not null check (delivery_days between 0 and 365),
  open_days int check (open_days between 1 and 3650),
  ended_at timestamptz,
  version int not null default 1 check (version > 0),
  unique (site_id, id)
);
create unique index stock_item_name on stock_item (site_id, lower(name)) where ended_at is null;

create table stock_item_test (
  item_id uuid not null references stock_item,
  test_code text not null references test,
  amount int not null check (amount between 1 and 1000),
  primary key (item_id, test_code)
);
create index stock_item_test_by_test on stock_item_test (test_code);

create table stock_lot (
  id uuid primary key,
  site_id uuid not null,
  item_id uuid not null,
  number text not null check (number <> ''),
  expires_on date not null,
  opened_on date,
  remaining int not null default 0,
  unique (item_id, number),
  unique (site_id, id),
  foreign key (site_id, item_id) references stock_item (site_id, id),
  constraint stock_lot_remaining check (remaining >= 0),
  constraint stock_lot_opened_before_expiry check (opened_on <= expires_on)
);
create index stock_lot_in_use on stock_lot (item_id, expires_on) where opened_on is not null and remaining > 0;

create table stock_movement (
  id uuid primary key,
  site_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('received', 'used', 'counted', 'discarded')),
  -- The change of the remaining quantity.
  amount int not null,
  at timestamptz not null,
  -- The account that entered it, or that completed the task.
  by uuid not null references account,
  reason text not null,
  task_id uuid,
  foreign key (site_id, lot_id) references stock_lot (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id),
  constraint stock_movement_fits_kind check (
    case kind when 'received' then amount > 0 and task_id is null
      when 'used' then amount <= 0
      when 'discarded' then amount < 0 and reason <> '' and task_id is null
      else task_id is null end)
);
create index stock_movement_of_lot on stock_movement (lot_id, id);
create index stock_movement_of_task on stock_movement (site_id, task_id) where task_id is not null;

create function apply_stock_movement() returns trigger language plpgsql as $$
begin
  update stock_lot set remaining = remaining + new.amount where id = new.lot_id;
  return null;
end $$;
create trigger stock_movement_applied after insert on stock_movement for each row execute function apply_stock_movement();

comment on table stock_item is 'Reagents, kits and tubes that a site keeps in stock';
comment on column stock_item.id is 'Id';
comment on column stock_item.name is 'Name';
comment on column stock_item.kind is 'Kind';
comment on column stock_item.unit is 'Unit in which it is counted';
comment on column stock_item.manufacturer is 'Manufacturer';
comment on column stock_item.catalogue_number is 'Catalogue number of the manufacturer';
comment on column stock_item.reorder_level is 'Quantity at which it is ordered again';
comment on column stock_item.delivery_days is 'Days from order to delivery';
comment on column stock_item.open_days is 'Days for which a lot can be used after it is opened; empty: until it expires';
comment on column stock_item.ended_at is 'When the site stopped keeping it';
comment on column stock_item.version is 'Version';
comment on table stock_item_test is 'How much of an item a test uses';
comment on column stock_item_test.item_id is 'Item';
comment on column stock_item_test.test_code is 'Test';
comment on column stock_item_test.amount is 'Quantity for one test';
comment on table stock_lot is 'Lots of items';
comment on column stock_lot.id is 'Id';
comment on column stock_lot.item_id is 'Item';
comment on column stock_lot.number is 'Lot number';
comment on column stock_lot.expires_on is 'Expiry date: the last day on which it can be used';
comment on column stock_lot.opened_on is 'Day on which it was opened';
comment on column stock_lot.remaining is 'Remaining quantity';
comment on table stock_movement is 'Receipts, uses, counts and discards of lots';
comment on column stock_movement.id is 'Id';
comment on column stock_movement.lot_id is 'Lot';
comment on column stock_movement.kind is 'Kind';
comment on column stock_movement.amount is 'Change of the remaining quantity';
comment on column stock_movement.at is 'Time';
comment on column stock_movement.by is 'Account that entered it, or completed the task';
comment on column stock_movement.reason is 'Reason';
comment on column stock_movement.task_id is 'Task that used it';

alter table account drop constraint account_permissions_check;
alter table account add constraint account_permissions_check
  check (permissions <@ array['release', 'retract', 'quality', 'instruments', 'stock', 'nonconformities', 'catalogue', 'configure', 'appointments',
    'patients', 'people', 'messages', 'insights', 'audit', 'transfer', 'payments', 'discounts', 'prices']);
