-- Invoices to facilities and insurers, by month. An invoice holds the charges and corrections that no earlier one holds.
create table invoice (
  id uuid primary key,
  payer_id uuid not null references payer,
  kind text not null default 'invoice' check (kind = 'invoice'),
  year int not null,
  number int not null,
  -- The first day of the month up to whose end entries are on it.
  month date not null check (extract(day from month) = 1),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total > 0),
  issued_at timestamptz not null,
  issued_by uuid not null references account,
  unique (kind, year, number)
);
create index invoice_by_payer on invoice (payer_id, id);
create trigger invoice_number before insert on invoice for each row execute function take_document_number();
comment on column invoice.id is 'Invoice';
comment on column invoice.payer_id is 'Payer';
comment on column invoice.year is 'Year of the number';
comment on column invoice.number is 'Number within the year, without gaps';
comment on column invoice.month is 'First day of its month';
comment on column invoice.currency is 'Currency';
comment on column invoice.total is 'Amount in minor units';
comment on column invoice.issued_at is 'When it was issued';
comment on column invoice.issued_by is 'Account that issued it';

-- The entries on an invoice; each entry is on one at most.
create table invoice_posting (
  posting_id uuid primary key references ledger_posting,
  invoice_id uuid not null references invoice,
  amount bigint not null
);
create index invoice_posting_by_invoice on invoice_posting (invoice_id);
comment on column invoice_posting.posting_id is 'Entry of the books';
comment on column invoice_posting.invoice_id is 'Invoice';
comment on column invoice_posting.amount is 'Amount in minor units';

create function check_invoice() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from invoice_posting where invoice_id = new.id) is distinct from new.total then
    raise exception 'Invoice % is not the sum of its entries', new.id
      using errcode = 'check_violation', constraint = 'invoice_adds_up';
  end if;
  return null;
end $$;
create constraint trigger invoice_adds_up after insert on invoice
  deferrable initially deferred for each row execute function check_invoice();

-- What a payer has paid of an invoice; the posting credits the receivable of the payer.
create table invoice_payment (
  payment_id uuid primary key references payment,
  invoice_id uuid not null references invoice
);
create index invoice_payment_by_invoice on invoice_payment (invoice_id);
comment on column invoice_payment.payment_id is 'Payment';
comment on column invoice_payment.invoice_id is 'Invoice';
