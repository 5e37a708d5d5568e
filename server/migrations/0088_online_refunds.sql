-- Refunds through the payment service: started before the service is asked, and paid once it has confirmed them.
create table online_refund (
  id uuid primary key,
  site_id uuid not null,
  visit_id uuid not null,
  payment_id uuid not null references payment,
  -- Ours, by which the refund is found at the service.
  reference text not null unique check (reference ~ '^[0-9a-z]{8,32}$'),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null check (reason <> ''),
  state text not null check (state in ('started', 'paid', 'failed')),
  started_by uuid not null references account,
  started_at timestamptz not null,
  -- When the service was asked to pay, and when it was asked last what became of it.
  asked_at timestamptz,
  checked_at timestamptz,
  refund_id uuid unique references payment,
  check ((state = 'paid') = (refund_id is not null)),
  foreign key (site_id, visit_id) references visit_account (site_id, visit_id)
);
create index online_refund_by_payment on online_refund (payment_id);
create index online_refund_open on online_refund (started_at) where state = 'started';
comment on column online_refund.id is 'Refund through the service';
comment on column online_refund.visit_id is 'Visit';
comment on column online_refund.payment_id is 'Payment that is paid back';
comment on column online_refund.reference is 'Reference by which it is found at the service';
comment on column online_refund.amount is 'Amount in minor units';
comment on column online_refund.currency is 'Currency';
comment on column online_refund.reason is 'Reason';
comment on column online_refund.state is 'Started, paid or failed';
comment on column online_refund.started_by is 'Account that started it';
comment on column online_refund.started_at is 'When it was started';
comment on column online_refund.asked_at is 'When the service was asked to pay it';
comment on column online_refund.checked_at is 'When the service was asked last what became of it';
comment on column online_refund.refund_id is 'Refund that it became';

-- What was started counts as paid back: more cannot leave by the desk meanwhile.
create or replace function check_refund() returns trigger language plpgsql as $$
declare
  paid bigint;
  back bigint;
begin
  if new.refunds is null then return new; end if;
  perform pg_advisory_xact_lock(hashtextextended(new.refunds::text, 81));
  select amount into strict paid from payment where id = new.refunds and kind = 'receipt';
  select coalesce((select sum(amount) from payment where refunds = new.refunds), 0)
    + coalesce((select sum(amount) from online_refund
      where payment_id = new.refunds and state = 'started' and reference <> new.reference), 0) into back;
  if new.amount + back > paid then
    raise exception 'More is paid back than was paid'
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return new;
end $$;

create function check_online_refund() returns trigger language plpgsql as $$
declare
  paid bigint;
  back bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(new.payment_id::text, 81));
  select amount into strict paid from payment where id = new.payment_id and kind = 'receipt' and way = 'online';
  select coalesce((select sum(amount) from payment where refunds = new.payment_id), 0)
    + coalesce((select sum(amount) from online_refund where payment_id = new.payment_id and state = 'started'), 0) into back;
  if new.amount + back > paid then
    raise exception 'More is paid back than was paid'
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return new;
end $$;
create trigger online_refund_within before insert on online_refund for each row execute function check_online_refund();
