-- Mobile-money payments that the payer approves on the phone: the service sends the request, and no page of it is opened.
alter table online_payment
  add column channel text not null default 'page' check (channel in ('page', 'phone')),
  add column network text check (network in ('mtn', 'telecel', 'airteltigo')),
  -- The number itself goes to the service and is not kept.
  add column phone_end text check (phone_end ~ '^[0-9]{3}$'),
  -- `unsent` becomes `approve` before the service is asked, so that one process asks it once.
  add column step text check (step in ('unsent', 'approve', 'voucher')),
  add column wait_until timestamptz,
  -- A payment that is confirmed later counts also after this time.
  add column given_up_at timestamptz,
  add column failure text check (failure in ('refused', 'number', 'not_set_up', 'unreachable')),
  add check ((channel = 'phone') = (num_nonnulls(network, phone_end, step, wait_until) = 4)),
  add check (channel = 'phone' or num_nonnulls(network, phone_end, step, wait_until, given_up_at, failure) = 0),
  add check (given_up_at >= wait_until);
-- At most one request on a phone for a visit, however many cashiers send one.
create unique index online_payment_on_phone on online_payment (site_id, visit_id)
  where channel = 'phone' and state = 'started' and given_up_at is null;
comment on column online_payment.channel is 'Page of the service, or request on a phone';
comment on column online_payment.network is 'Mobile-money network';
comment on column online_payment.phone_end is 'Last three digits of the mobile-money number';
comment on column online_payment.step is 'What a request on a phone waits for';
comment on column online_payment.wait_until is 'Until when the approval on the phone is waited for';
comment on column online_payment.given_up_at is 'When the wait for the approval ended';
comment on column online_payment.failure is 'Why the request on the phone failed';
