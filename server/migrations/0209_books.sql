-- What receipts, tills, invoices and taxes promise, also if a statement of the product forgets it.

-- A receipt states what its posting says: the way of payment, the amount and the currency.
create function check_payment() returns trigger language plpgsql as $$
begin
  if not exists (
    select from ledger_posting p join ledger_line l on l.posting_id = p.id and l.account = new.way
    where p.id = new.id and p.currency = new.currency
      and p.kind = case new.kind when 'receipt' then 'payment' else 'refund' end
      and l.amount = case new.kind when 'receipt' then new.amount else -new.amount end) then
    raise exception 'Payment % differs from its posting', new.id
      using errcode = 'check_violation', constraint = 'payment_as_posted';
  end if;
  return null;
end $$;
create constraint trigger payment_as_posted after insert on payment
  deferrable initially deferred for each row execute function check_payment();

create function check_receipt() returns trigger language plpgsql as $$
begin
  if not exists (select from payment where id = new.id) then
    raise exception 'Posting % has no receipt', new.id
      using errcode = 'check_violation', constraint = 'posting_has_receipt';
  end if;
  return null;
end $$;
create constraint trigger posting_has_receipt after insert on ledger_posting
  deferrable initially deferred for each row when (new.kind in ('payment', 'refund')) execute function check_receipt();

-- The lines of a posting are written in its transaction: a line that is added later would change a past amount.
create or replace function check_ledger_posting() returns trigger language plpgsql as $$
declare
  posting ledger_posting;
  written_by xid;
begin
  if (select sum(amount) from ledger_line where posting_id = new.posting_id) <> 0 then
    raise exception 'The lines of posting % do not add up to zero', new.posting_id
      using errcode = 'check_violation', constraint = 'ledger_adds_up';
  end if;
  select * into strict posting from ledger_posting where id = new.posting_id;
  select xmin into strict written_by from ledger_posting where id = new.posting_id;
  if written_by <> pg_current_xact_id()::xid then
    raise exception 'Posting % gets lines only in the transaction that wrote it', new.posting_id
      using errcode = 'check_violation', constraint = 'ledger_stays';
  end if;
  if posting.reverses is not null and exists (
    select account, -amount from ledger_line where posting_id = posting.reverses
    except select account, amount from ledger_line where posting_id = new.posting_id) then
    raise exception 'The lines of posting % are not the opposite of those of posting %', new.posting_id, posting.reverses
      using errcode = 'check_violation', constraint = 'ledger_reverses';
  end if;
  return null;
end $$;

-- Payments go into an open till of their site and currency. Locks the till as the product does, so that a closing waits for them.
create function check_till() returns trigger language plpgsql as $$
begin
  perform from till where id = new.till_id and site_id = new.site_id and currency = new.currency and closed_at is null
    for no key update;
  if not found then
    raise exception 'Till % is closed, or of another site or currency', new.till_id
      using errcode = 'check_violation', constraint = 'till_is_open';
  end if;
  return null;
end $$;
create trigger payments_need_open_till after insert on ledger_posting
  for each row when (new.till_id is not null and new.kind in ('payment', 'refund')) execute function check_till();

-- A till is closed with the cash that it should hold, and never changes afterwards.
create function keep_till() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null
    or (new.site_id, new.account_id, new.currency, new.float_amount, new.opened_at)
      <> (old.site_id, old.account_id, old.currency, old.float_amount, old.opened_at) then
    raise exception 'Till % is closed, or its opening would change', new.id
      using errcode = 'check_violation', constraint = 'till_stays';
  end if;
  if new.closed_at is not null and new.expected_amount <> new.float_amount + new.cash_amount then
    raise exception 'The expected amount of till % is not its float plus its cash', new.id
      using errcode = 'check_violation', constraint = 'till_expected';
  end if;
  return new;
end $$;
create trigger till_stays before update on till for each row execute function keep_till();

-- Of two payments of an invoice, the second waits for the first.
create function check_invoice_payment() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.invoice_id::text, 209));
  select sum(m.amount) into paid from invoice_payment ip join payment m on m.id = ip.payment_id
    where ip.invoice_id = new.invoice_id;
  if not exists (
    select from invoice i join payment m on m.id = new.payment_id and m.kind = 'receipt' and m.currency = i.currency
      join ledger_posting p on p.id = m.id and p.payer_id = i.payer_id
    where i.id = new.invoice_id and i.total >= paid) then
    raise exception 'Payment % exceeds the rest of invoice %, or has another payer or currency', new.payment_id, new.invoice_id
      using errcode = 'check_violation', constraint = 'invoice_payment_fits';
  end if;
  return null;
end $$;
create trigger invoice_payment_fits after insert on invoice_payment
  for each row execute function check_invoice_payment();

create function keep_tax() returns trigger language plpgsql as $$
begin
  raise exception 'Name and rate of tax % cannot be changed', new.id using errcode = 'check_violation', constraint = 'tax_stays';
end $$;
create trigger tax_stays before update on tax
  for each row when ((new.name, new.basis_points) <> (old.name, old.basis_points)) execute function keep_tax();
