-- Pages of request forms that a clinic photographs for its order, and orders of repeated tests for analysers.

-- A page of an order of a clinic is added by somebody of its facility.
create function check_page_of_clinic() returns trigger language plpgsql as $$
begin
  if not exists (select from clinic_order o join account a on a.id = new.added_by and a.facility_id = o.facility_id
    where o.site_id = new.site_id and o.id = new.order_id)
  then
    raise exception 'page % is not of the facility of its order', new.id
      using errcode = 'check_violation', constraint = 'order_page_of_facility', table = 'order_page';
  end if;
  return new;
end $$;

alter table order_page
  alter column visit_id drop not null,
  add column order_id uuid,
  add foreign key (site_id, order_id) references clinic_order (site_id, id),
  add constraint order_page_of_one check (num_nonnulls(visit_id, order_id) = 1);
comment on column order_page.order_id is 'Order of a clinic that added it; empty: the laboratory added it to the visit';
create unique index order_page_of_order_once on order_page (site_id, order_id, sha256)
  where removed_at is null and order_id is not null;
create index order_page_by_order on order_page (site_id, order_id, id) where order_id is not null;
create trigger order_page_of_facility before insert on order_page
  for each row when (new.order_id is not null) execute function check_page_of_clinic();
create trigger order_page_stays_with_order before update of order_id on order_page
  for each row when (old.order_id is distinct from new.order_id) execute function refuse_change();

-- The number of repeats of the task that the order is for. A repeated test is ordered again, once.
alter table instrument_order
  add column repeat int not null default 0 check (repeat >= 0),
  drop constraint instrument_order_pkey,
  add primary key (site_id, instrument_id, task_id, repeat);
comment on column instrument_order.repeat is 'Number of repeats of the test before this order';

-- Only a receipt that is moved to an earlier time needs a downtime form.
create or replace function check_times_of_sample() returns trigger language plpgsql as $$
begin
  if (new.collection_entered_at is not null or new.receipt_entered_at is not null) and not exists (
    select from downtime_form f where f.accessions @> array[new.accession] and f.site_id = new.site_id
      and f.printed_at <= new.collected_at)
  then
    raise exception 'sample % has no downtime form that was printed before its collection', new.accession
      using errcode = 'check_violation', constraint = 'sample_times_of_form', table = 'sample';
  end if;
  if tg_op = 'UPDATE' and old.received_at is distinct from new.received_at then
    if new.received_at < old.received_at and new.receipt_entered_at is null then
      raise exception 'the receipt of sample % cannot be moved to an earlier time', new.accession
        using errcode = 'check_violation', constraint = 'sample_receipt_of_form', table = 'sample';
    end if;
    if exists (select from task k where k.site_id = new.site_id and k.sample_id = new.id and k.measured_at < new.received_at)
    then
      raise exception 'sample % has a result from before this receipt', new.accession
        using errcode = 'check_violation', constraint = 'sample_received_before_results', table = 'sample';
    end if;
  end if;
  return new;
end $$;
