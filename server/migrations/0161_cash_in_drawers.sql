create function move_cash() returns trigger language plpgsql as $$
declare
  cash_left bigint;
begin
  update till set cash_amount = cash_amount + case new.kind when 'receipt' then new.amount else -new.amount end
    where id = (select till_id from ledger_posting where id = new.id)
    returning float_amount + cash_amount into cash_left;
  if new.kind = 'refund' and coalesce(cash_left, -1) < 0 then
    raise exception 'More cash is paid back than the drawer holds'
      using errcode = 'check_violation', constraint = 'refund_within_drawer';
  end if;
  return null;
end $$;

create function keep_cash() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'Only payments change the cash of a till'
      using errcode = 'check_violation', constraint = 'till_cash';
  end if;
  return new;
end $$;

-- The update of a till's row makes the cash payments and refunds of one drawer follow each other.
alter table till add column cash_amount bigint not null default 0;
comment on column till.cash_amount is 'Cash payments less cash refunds, in minor units';
update till t set cash_amount = s.cash
  from (select p.till_id, sum(case m.kind when 'receipt' then m.amount else -m.amount end) as cash
    from ledger_posting p join payment m on m.id = p.id where m.way = 'cash' group by p.till_id) s
  where s.till_id = t.id;
create trigger till_cash_stays before update on till
  for each row when (new.cash_amount <> old.cash_amount) execute function keep_cash();
create trigger payment_cash after insert on payment
  for each row when (new.way = 'cash') execute function move_cash();
