-- Payments through a payment service. A row is started before the service is asked, and paid once the service has confirmed it.
create table online_payment (
  id uuid primary key,
  site_id uuid not null,
  visit_id uuid not null,
  service text not null check (service in ('paystack', 'hubtel')),
  -- Ours, by which the service knows the payment.
  reference text not null unique check (reference ~ '^[0-9a-z]{8,32}$'),
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null check (state in ('started', 'paid', 'failed')),
  started_by uuid not null references account,
  started_at timestamptz not null,
  checked_at timestamptz,
  payment_id uuid unique references payment,
  check ((state = 'paid') = (payment_id is not null)),
  foreign key (site_id, visit_id) references visit_account (site_id, visit_id)
);
create index online_payment_by_visit on online_payment (site_id, visit_id);
create index online_payment_open on online_payment (started_at) where state = 'started';
comment on column online_payment.id is 'Payment through the service';
comment on column online_payment.visit_id is 'Visit';
comment on column online_payment.service is 'Payment service';
comment on column online_payment.reference is 'Reference by which the service knows it';
comment on column online_payment.amount is 'Amount that was asked for, in minor units';
comment on column online_payment.currency is 'Currency';
comment on column online_payment.state is 'Started, paid or failed';
comment on column online_payment.started_by is 'Account that started it';
comment on column online_payment.started_at is 'When it was started';
comment on column online_payment.checked_at is 'When the service was asked last';
comment on column online_payment.payment_id is 'Payment that it became';
