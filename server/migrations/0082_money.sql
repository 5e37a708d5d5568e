-- Prices, what visits owe, payments and tills. Amounts are minor units (pesewas) as integers, with their currency.

alter table laboratory add column prices_on boolean not null default false;
comment on column laboratory.prices_on is 'Whether the laboratory uses prices';

alter table account drop constraint account_permissions_check;
alter table account add constraint account_permissions_check
  check (permissions <@ array['release', 'retract', 'quality', 'catalogue', 'configure', 'appointments', 'patients',
    'people', 'messages', 'insights', 'audit', 'transfer', 'payments', 'discounts', 'prices']);

create table money_settings (
  singleton boolean primary key default true check (singleton),
  currency text not null default 'GHS' check (currency ~ '^[A-Z]{3}$'),
  hold_samples boolean not null default false,
  hold_results boolean not null default false,
  version int not null default 1
);
insert into money_settings default values;
comment on column money_settings.currency is 'Currency, ISO 4217';
comment on column money_settings.hold_samples is 'Whether samples are collected only once the visit is paid';
comment on column money_settings.hold_results is 'Whether results are given only once the visit is paid';
comment on column money_settings.version is 'Version';

-- A rate never changes: another rate is another row.
create table tax (
  id uuid primary key,
  name text not null check (name <> ''),
  basis_points int not null check (basis_points between 1 and 10000),
  ended boolean not null default false
);
create unique index tax_name on tax (lower(name)) where not ended;
comment on column tax.id is 'Tax';
comment on column tax.name is 'Name';
comment on column tax.basis_points is 'Rate in hundredths of a percent';
comment on column tax.ended is 'Whether it is no longer offered';

-- Who pays: the patient, a facility or an insurer. Each has a list of prices.
create table payer (
  id uuid primary key,
  kind text not null check (kind in ('patient', 'facility', 'insurer')),
  -- An insurer's name.
  name text not null,
  facility_id uuid unique references facility,
  ended boolean not null default false,
  version int not null default 1,
  check ((kind = 'facility') = (facility_id is not null)),
  check ((kind = 'insurer') = (name <> ''))
);
create unique index payer_patient on payer (kind) where kind = 'patient';
create unique index payer_name on payer (lower(name)) where name <> '' and not ended;
insert into payer (id, kind, name) values ('01900000-0000-7000-8000-0000000000a1', 'patient', '');
comment on column payer.id is 'Payer';
comment on column payer.kind is 'Patient, facility or insurer';
comment on column payer.name is 'Name of an insurer';
comment on column payer.facility_id is 'Facility';
comment on column payer.ended is 'Whether it is no longer offered';
comment on column payer.version is 'Version';

-- The price in force on a day is the row with the latest first day until then; of one day, the last that was entered.
create table price (
  id uuid primary key,
  payer_id uuid not null references payer,
  test_code text not null references test,
  valid_from date not null,
  -- Null: the list has no price of its own from then on.
  amount bigint check (amount between 0 and 100000000000),
  tax_id uuid references tax,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  set_by uuid not null references account,
  set_at timestamptz not null
);
create index price_in_force on price (payer_id, test_code, valid_from desc, id desc);
comment on column price.id is 'Price';
comment on column price.payer_id is 'Payer whose list it is in';
comment on column price.test_code is 'Test';
comment on column price.valid_from is 'First day on which it is valid';
comment on column price.amount is 'Amount with tax in minor units; empty: the price for patients is valid';
comment on column price.tax_id is 'Tax within the amount';
comment on column price.currency is 'Currency';
comment on column price.set_by is 'Account that set it';
comment on column price.set_at is 'When it was set';

create table till (
  id uuid primary key,
  site_id uuid not null references site,
  account_id uuid not null references account,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  float_amount bigint not null check (float_amount between 0 and 100000000000),
  opened_at timestamptz not null,
  -- The float and what was taken in cash, when it was closed.
  expected_amount bigint,
  counted_amount bigint check (counted_amount between 0 and 100000000000),
  note text not null default '',
  closed_at timestamptz,
  check (num_nulls(closed_at, expected_amount, counted_amount) in (0, 3))
);
create unique index till_open on till (account_id) where closed_at is null;
create index till_by_site on till (site_id, opened_at);
comment on column till.id is 'Till';
comment on column till.account_id is 'Account of the cashier';
comment on column till.currency is 'Currency';
comment on column till.float_amount is 'Cash in the drawer when it was opened';
comment on column till.opened_at is 'When it was opened';
comment on column till.expected_amount is 'Cash that should have been in the drawer when it was closed';
comment on column till.counted_amount is 'Cash that was counted when it was closed';
comment on column till.note is 'What the cashier wrote at the closing';
comment on column till.closed_at is 'When it was closed';

-- What a visit owes, kept by the ledger's own trigger. Whoever charges or takes a payment locks this row.
create table visit_account (
  site_id uuid not null,
  visit_id uuid not null,
  payer_id uuid not null references payer,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  member_number text not null,
  claim_code text not null,
  charged bigint not null default 0 constraint visit_charged check (charged >= 0),
  paid bigint not null default 0 constraint visit_paid check (paid >= 0),
  version int not null default 1,
  primary key (site_id, visit_id),
  foreign key (site_id, visit_id) references visit (site_id, id)
);
create index visit_account_by_payer on visit_account (payer_id, site_id, visit_id);
create index visit_account_owing on visit_account (site_id, visit_id) where charged <> paid;
comment on column visit_account.visit_id is 'Visit';
comment on column visit_account.payer_id is 'Payer';
comment on column visit_account.currency is 'Currency';
comment on column visit_account.member_number is 'Member number at the insurer';
comment on column visit_account.claim_code is 'Claim code of the insurer';
comment on column visit_account.charged is 'Charges less discounts and reversals, in minor units';
comment on column visit_account.paid is 'Payments less refunds, in minor units';
comment on column visit_account.version is 'Version';

create table ledger_posting (
  id uuid primary key,
  site_id uuid not null references site,
  at timestamptz not null,
  kind text not null check (kind in ('charge', 'discount', 'reversal', 'payment', 'refund', 'difference')),
  visit_id uuid,
  payer_id uuid references payer,
  test_code text references test,
  price_id uuid references price,
  reverses uuid unique references ledger_posting,
  till_id uuid references till,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  by_id uuid references account,
  foreign key (site_id, visit_id) references visit_account (site_id, visit_id),
  check ((kind = 'reversal') = (reverses is not null)),
  check ((kind = 'charge') = (price_id is not null)),
  check (kind <> 'difference' or till_id is not null),
  check (kind in ('payment', 'refund', 'difference') or visit_id is not null)
);
create index ledger_posting_by_visit on ledger_posting (site_id, visit_id, id);
create index ledger_posting_by_time on ledger_posting (site_id, at, id);
create index ledger_posting_by_till on ledger_posting (till_id) where till_id is not null;
comment on column ledger_posting.id is 'Posting';
comment on column ledger_posting.at is 'When';
comment on column ledger_posting.kind is 'Charge, discount, reversal, payment, refund or difference of a till';
comment on column ledger_posting.visit_id is 'Visit';
comment on column ledger_posting.payer_id is 'Payer';
comment on column ledger_posting.test_code is 'Test that is charged';
comment on column ledger_posting.price_id is 'Price that was in force';
comment on column ledger_posting.reverses is 'Posting that it takes back';
comment on column ledger_posting.till_id is 'Till';
comment on column ledger_posting.currency is 'Currency';
comment on column ledger_posting.reason is 'Reason';
comment on column ledger_posting.by_id is 'Account that made it; empty: the product';

-- Debits are positive, credits negative; the lines of a posting add up to zero.
create table ledger_line (
  posting_id uuid not null references ledger_posting,
  account text not null check (account in
    ('receivable', 'income', 'tax', 'discount', 'difference', 'cash', 'card', 'bank', 'mobile_money', 'online')),
  amount bigint not null check (amount <> 0),
  primary key (posting_id, account)
);
comment on column ledger_line.posting_id is 'Posting';
comment on column ledger_line.account is 'Account of the books';
comment on column ledger_line.amount is 'Amount in minor units: debit positive, credit negative';

create function check_ledger_posting() returns trigger language plpgsql as $$
declare
  posting ledger_posting;
begin
  if (select sum(amount) from ledger_line where posting_id = new.posting_id) <> 0 then
    raise exception 'The lines of posting % do not add up to zero', new.posting_id
      using errcode = 'check_violation', constraint = 'ledger_adds_up';
  end if;
  select * into strict posting from ledger_posting where id = new.posting_id;
  if posting.reverses is not null and exists (
    select account, -amount from ledger_line where posting_id = posting.reverses
    except select account, amount from ledger_line where posting_id = new.posting_id) then
    raise exception 'Posting % does not take back what it names', new.posting_id
      using errcode = 'check_violation', constraint = 'ledger_reverses';
  end if;
  return null;
end $$;
create constraint trigger ledger_adds_up after insert on ledger_line
  deferrable initially deferred for each row execute function check_ledger_posting();

create function add_to_visit_account() returns trigger language plpgsql as $$
declare
  posting ledger_posting;
  pays boolean;
begin
  select * into strict posting from ledger_posting where id = new.posting_id;
  if posting.visit_id is null then return null; end if;
  pays := posting.kind in ('payment', 'refund');
  update visit_account set charged = charged + case when pays then 0 else new.amount end,
    paid = paid - case when pays then new.amount else 0 end
  where site_id = posting.site_id and visit_id = posting.visit_id and currency = posting.currency;
  if not found then
    raise exception 'Posting % has another currency than its visit', posting.id
      using errcode = 'check_violation', constraint = 'ledger_currency';
  end if;
  return null;
end $$;
create trigger visit_account_follows after insert on ledger_line
  for each row when (new.account = 'receivable') execute function add_to_visit_account();

create function keep_visit_sums() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 and (new.charged <> old.charged or new.paid <> old.paid or new.currency <> old.currency) then
    raise exception 'Only the ledger changes what a visit owes'
      using errcode = 'check_violation', constraint = 'visit_sums';
  end if;
  return new;
end $$;
create trigger visit_sums_stay before update on visit_account for each row execute function keep_visit_sums();

-- The last number of each kind of document in each year. A rolled back transaction gives its number back.
create table document_number (
  kind text not null check (kind in ('receipt', 'refund', 'invoice')),
  year int not null,
  last int not null check (last > 0),
  primary key (kind, year)
);
create function keep_document_number() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or new.last <> coalesce(old.last, 0) + 1
    or tg_op = 'UPDATE' and (new.kind, new.year) <> (old.kind, old.year) then
    raise exception 'Only a document takes the next number'
      using errcode = 'check_violation', constraint = 'document_numbers';
  end if;
  return new;
end $$;
create trigger document_numbers before insert or update on document_number
  for each row execute function keep_document_number();

create function take_document_number() returns trigger language plpgsql as $$
begin
  insert into document_number as d (kind, year, last) values (new.kind, new.year, 1)
    on conflict (kind, year) do update set last = d.last + 1 returning last into new.number;
  return new;
end $$;

-- Payments and refunds, with the number of their receipt. The posting has site, visit, time, till and cashier.
create table payment (
  id uuid primary key references ledger_posting,
  kind text not null check (kind in ('receipt', 'refund')),
  year int not null,
  number int not null,
  way text not null check (way in ('cash', 'card', 'bank', 'mobile_money', 'online')),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reference text not null,
  refunds uuid references payment,
  unique (kind, year, number),
  check ((kind = 'refund') = (refunds is not null))
);
create index payment_refunds on payment (refunds) where refunds is not null;
create trigger payment_number before insert on payment for each row execute function take_document_number();
comment on column payment.id is 'Payment, which is its posting as well';
comment on column payment.kind is 'Receipt of a payment, or of a refund';
comment on column payment.year is 'Year of the number';
comment on column payment.number is 'Number within the year, without gaps';
comment on column payment.way is 'Way of payment';
comment on column payment.amount is 'Amount in minor units';
comment on column payment.currency is 'Currency';
comment on column payment.reference is 'Number of the transaction at the bank, terminal or network';
comment on column payment.refunds is 'Payment that is paid back';

-- More cannot be paid back than was paid. Of two refunds of a payment, the second waits for the first.
create function check_refund() returns trigger language plpgsql as $$
declare
  paid bigint;
begin
  if new.refunds is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended(new.refunds::text, 81));
  select amount into strict paid from payment where id = new.refunds and kind = 'receipt';
  if new.amount + coalesce((select sum(amount) from payment where refunds = new.refunds), 0) > paid then
    raise exception 'More is paid back than was paid'
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return new;
end $$;
create trigger payment_refund before insert on payment for each row execute function check_refund();

-- Samples collected, or results given, although the visit is not paid.
create table payment_exception (
  id uuid primary key,
  site_id uuid not null,
  visit_id uuid not null,
  step text not null check (step in ('samples', 'results')),
  reason text not null check (reason <> ''),
  by_id uuid not null references account,
  at timestamptz not null,
  unique (site_id, visit_id, step),
  foreign key (site_id, visit_id) references visit (site_id, id)
);
comment on column payment_exception.id is 'Exception';
comment on column payment_exception.visit_id is 'Visit';
comment on column payment_exception.step is 'Samples or results';
comment on column payment_exception.reason is 'Reason';
comment on column payment_exception.by_id is 'Account that allowed it';
comment on column payment_exception.at is 'When';
