-- Events that are sent to the addresses of API clients. See docs/decisions/0103.

create table webhook (
  id uuid primary key,
  client_id uuid not null references api_client,
  address text not null check (address ~ '^https?://' and length(address) <= 500),
  events text[] not null check (cardinality(events) between 1 and 20),
  -- The product signs with it, so it cannot be a hash.
  secret bytea not null check (length(secret) = 32),
  -- The secret before, which signs too until receivers have the new one.
  old_secret bytea,
  old_secret_until timestamptz,
  created_by uuid references account,
  created_at timestamptz not null,
  -- Failed attempts since the latest success, when the first of them was, and the time before which no other attempt is made.
  failures int not null default 0 check (failures >= 0),
  failing_since timestamptz,
  next_try_at timestamptz,
  -- Turned off by the product after a day of failures, until a manager turns it on again.
  off_at timestamptz,
  ended_at timestamptz,
  -- Null if the receiver answered that the address is gone, or if the client was ended.
  ended_by uuid references account,
  constraint webhook_old_secret_whole check (num_nonnulls(old_secret, old_secret_until) in (0, 2)),
  constraint webhook_failing_whole check ((failures = 0) = (failing_since is null) and (failures > 0 or next_try_at is null)),
  constraint webhook_ended_whole check (ended_by is null or ended_at is not null)
);
create index webhook_by_client on webhook (client_id);
create index webhook_live on webhook (id) where ended_at is null and off_at is null;
comment on table webhook is 'Addresses of API clients that events are sent to';
comment on column webhook.id is 'Webhook';
comment on column webhook.client_id is 'API client';
comment on column webhook.address is 'Address';
comment on column webhook.events is 'Events that are sent';
comment on column webhook.created_by is 'Account that added it';
comment on column webhook.created_at is 'When it was added';
comment on column webhook.failures is 'Failed attempts since the latest success';
comment on column webhook.failing_since is 'When the first of them was';
comment on column webhook.off_at is 'When it was turned off after a day of failures';
comment on column webhook.ended_at is 'When it was ended';
comment on column webhook.ended_by is 'Account that ended it; empty if the address was gone or the client ended';

-- What is sent where is never changed: another webhook is added.
create function keep_webhook() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.address, new.events, new.created_by, new.created_at)
    is distinct from (old.id, old.client_id, old.address, old.events, old.created_by, old.created_at)
    or old.ended_at is not null and (new.ended_at, new.ended_by) is distinct from (old.ended_at, old.ended_by) then
    raise exception 'the address and the events of a webhook are kept';
  end if;
  return new;
end $$;
create trigger webhook_is_kept before update on webhook for each row execute function keep_webhook();

-- An ended client hears nothing.
create function end_webhooks() returns trigger language plpgsql as $$
begin
  update webhook set ended_at = new.ended_at, ended_by = new.ended_by where client_id = new.id and ended_at is null;
  return null;
end $$;
create trigger api_client_end_ends_webhooks after update on api_client
  for each row when (old.ended_at is null and new.ended_at is not null) execute function end_webhooks();

-- Events that are not yet shared out to webhooks. Written with the change, whoever makes it.
create table webhook_event (
  seq bigint generated always as identity primary key,
  type text not null,
  site_id uuid not null,
  visit_id uuid not null,
  sample_id uuid,
  -- Of the report.
  version int,
  -- Receivers compare it with their own clock.
  at timestamptz(3) not null default now()
);

create table webhook_delivery (
  -- The webhook-id: the same in every attempt.
  id uuid primary key,
  webhook_id uuid not null references webhook,
  -- The order of the events; null for a test.
  seq bigint,
  type text not null,
  site_id uuid,
  visit_id uuid,
  sample_id uuid,
  version int,
  at timestamptz(3) not null,
  -- unpaid: a report that waits for the payment of its visit.
  state text not null check (state in ('unpaid', 'planned', 'sending', 'sent', 'failed')),
  attempts smallint not null default 0 check (attempts >= 0),
  -- When it is sent; when it is being sent: when another process takes it over.
  due_at timestamptz not null,
  tried_at timestamptz,
  -- The status of the latest answer; null: there was none.
  status smallint,
  error text,
  sent_at timestamptz,
  foreign key (site_id, visit_id) references visit (site_id, id),
  constraint webhook_delivery_sent check ((state = 'sent') = (sent_at is not null)),
  constraint webhook_delivery_of_visit check (num_nulls(seq, site_id, visit_id) in (0, 3))
);
create unique index webhook_delivery_once on webhook_delivery (webhook_id, seq) where seq is not null;
create index webhook_delivery_latest on webhook_delivery (webhook_id, at desc, id desc);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where state in ('planned', 'sending');
create index webhook_delivery_of_visit on webhook_delivery (site_id, visit_id, webhook_id, seq);
create index webhook_delivery_unpaid on webhook_delivery (site_id, visit_id) where state = 'unpaid';

-- The first look costs one row of a small index; nothing is written as long as nobody wants the event.
create function add_webhook_event(of text, site uuid, visit uuid, sample uuid, report_version int) returns void language plpgsql as $$
begin
  if exists (select from webhook where ended_at is null and off_at is null and of = any(events)) then
    insert into webhook_event (type, site_id, visit_id, sample_id, version) values (of, site, visit, sample, report_version);
    perform pg_notify('live', 'webhooks');
  end if;
end $$;

create function visit_webhook_events() returns trigger language plpgsql as $$
declare
  type text;
begin
  if tg_op = 'INSERT' or old.status = 'held' then
    type := case new.status when 'booked' then 'visit.booked' when 'arrived' then 'visit.checked-in' end;
  elsif old.status <> new.status then
    type := case new.status when 'cancelled' then 'visit.cancelled' when 'no_show' then 'visit.no-show'
      when 'arrived' then 'visit.checked-in' when 'booked' then 'visit.changed' end;
  elsif old.starts_at <> new.starts_at then
    type := 'visit.moved';
  else
    type := 'visit.changed';
  end if;
  if type is not null then
    perform add_webhook_event(type, new.site_id, new.id, null, null);
  end if;
  return null;
end $$;
create trigger visit_is_event after insert on visit for each row when (new.status <> 'held')
  execute function visit_webhook_events();
-- Its tests are changed together with its version.
create trigger visit_change_is_event after update on visit for each row
  when (new.status <> 'held' and (old.status, old.starts_at, old.version) is distinct from (new.status, new.starts_at, new.version))
  execute function visit_webhook_events();

create function sample_webhook_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.aliquot_of is null then
    perform add_webhook_event('sample.collected', new.site_id, new.visit_id, new.id, null);
  end if;
  if new.aliquot_of is null and new.received_at is not null and (tg_op = 'INSERT' or old.received_at is null) then
    perform add_webhook_event('sample.received', new.site_id, new.visit_id, new.id, null);
  end if;
  if new.rejected_at is not null and (tg_op = 'INSERT' or old.rejected_at is null) then
    perform add_webhook_event('sample.rejected', new.site_id, new.visit_id, new.id, null);
  end if;
  return null;
end $$;
create trigger sample_is_event after insert on sample for each row execute function sample_webhook_events();
create trigger sample_change_is_event after update on sample for each row
  when (old.received_at is null and new.received_at is not null or old.rejected_at is null and new.rejected_at is not null)
  execute function sample_webhook_events();

-- Reports on confidential tests are in a table of their own, which tells nothing.
create function report_webhook_event() returns trigger language plpgsql as $$
begin
  perform add_webhook_event(case new.content ->> 'status' when 'corrected' then 'report.corrected'
    when 'withdrawn' then 'report.withdrawn' else 'report.released' end, new.site_id, new.visit_id, null, new.version);
  return null;
end $$;
create trigger report_is_event after insert on report for each row execute function report_webhook_event();
