-- Web push: the key that the laboratory signs with, the browsers that want to be told, and their rows in the ledger.

-- Made at the first need and kept: a browser subscribes to this key, and hears nothing under another.
create table push_key (
  singleton boolean primary key default true check (singleton),
  public_key bytea not null check (octet_length(public_key) = 65),
  private_key bytea not null check (octet_length(private_key) = 32),
  created_at timestamptz not null
);

-- One browser of a person. Where it is reached and its keys are a secret between it and us.
create table push_subscription (
  account_id uuid not null references account,
  id uuid not null,
  endpoint text not null check (length(endpoint) <= 1500),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  -- As the person knows it: "Firefox on Linux".
  name text not null,
  -- The session in which it was last seen: a log-out there ends it. One that runs out by itself does not.
  session_hash bytea not null,
  created_at timestamptz not null,
  last_ok_at timestamptz,
  -- Refusals in a row.
  failures integer not null default 0,
  primary key (account_id, id)
);
create unique index push_subscription_id on push_subscription (id);
create unique index push_subscription_endpoint on push_subscription (endpoint);

-- A message by push is a row for each device: each is tried, settled and seen in the ledger by itself.
alter table outbox
  drop constraint outbox_channel_check,
  add constraint outbox_channel_check check (channel in ('email', 'sms', 'push')),
  -- Without a reference: a device may go, what was sent to it stays on record.
  add column device_id uuid,
  add constraint outbox_device_check check ((channel = 'push') = (device_id is not null));
drop index outbox_repeat;
create unique index outbox_repeat on outbox (repeats, channel) where repeats is not null and channel <> 'push';
create unique index outbox_repeat_of_device on outbox (repeats, device_id) where repeats is not null and channel = 'push';

-- The bell: the commit itself tells whose notices have changed; what they are is read by who may.
create function tell_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'notice:' || account_id) from (select distinct account_id from fresh) accounts;
  return null;
end $$;
create trigger notice_is_told after insert on notice referencing new table as fresh
  for each statement execute function tell_notice();
create trigger notice_change_is_told after update on notice referencing new table as fresh
  for each statement execute function tell_notice();
