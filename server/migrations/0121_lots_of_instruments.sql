-- A reagent lot of an analyser is a lot of the stock, if the stock has it.
alter table instrument_event add column stock_lot_id uuid;
-- The name of the item when the event was added.
alter table instrument_event add column item text not null default '';
alter table instrument_event add foreign key (site_id, stock_lot_id) references stock_lot (site_id, id);
alter table instrument_event add constraint instrument_event_of_stock
  check ((stock_lot_id is null) = (item = '') and (stock_lot_id is null or lot <> ''));
create index instrument_event_stock_lot on instrument_event (site_id, stock_lot_id) where stock_lot_id is not null;
comment on column instrument_event.stock_lot_id is 'Lot in the stock; empty: not kept in the stock';
comment on column instrument_event.item is 'Item of the lot in the stock';
