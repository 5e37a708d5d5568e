-- One message, several ways to the person: the outbox row is what happened and its e-mail; rows made from it carry the
-- same message by SMS. Together they are the ledger of what was planned, sent, delivered and given up.
alter table outbox
  add column channel text not null default 'email' check (channel in ('email', 'sms')),
  -- The row that this one repeats on another channel.
  add column repeats uuid references outbox,
  -- A message that is planned by the clock is planned once, by however many processes.
  add column message_key text,
  -- When it was decided on which ways it goes; nothing is sent before.
  add column spread_at timestamptz,
  -- What an SMS said, and in how many parts it travelled.
  add column body text,
  add column segments smallint check (segments > 0),
  -- What the gateway calls it: its delivery reports name it so.
  add column provider_id text,
  add column delivered_at timestamptz;
-- `kept`: no provider is connected, the manager can read it. `skipped`: on purpose, with the reason.
alter table outbox
  drop constraint outbox_state_check,
  add constraint outbox_state_check
    check (state in ('planned', 'sending', 'sent', 'delivered', 'failed', 'kept', 'skipped'));
update outbox set spread_at = created_at;
create index outbox_unspread on outbox (id) where spread_at is null;
create unique index outbox_message_key on outbox (message_key) where message_key is not null;
create unique index outbox_repeat on outbox (repeats, channel) where repeats is not null;
create index outbox_provider_id on outbox (provider_id) where provider_id is not null;
create index outbox_by_state on outbox (state, id);
-- The last SMS to a number says what an answer from it is about.
create index outbox_to_phone on outbox (recipient, id) where channel = 'sms';

-- What a person reads in the product itself, whatever else they chose. Its id is the message's.
create table notice (
  account_id uuid not null references account,
  id uuid not null references outbox,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (account_id, id)
);
create index notice_unread on notice (account_id) where read_at is null;

-- How a person wants to hear of a topic; without a row by the preferred method of their account.
create table notification_choice (
  account_id uuid not null references account,
  topic text not null check (topic in ('visits', 'reminders', 'results')),
  channel text not null check (channel in ('email', 'sms', 'push', 'app')),
  primary key (account_id, topic)
);

-- Numbers whose owner answered STOP, as digits.
create table sms_stop (
  phone text primary key,
  at timestamptz not null
);

-- What people answered, and what was made of it.
create table sms_reply (
  id uuid primary key,
  phone text not null,
  text text not null,
  meaning text not null check (meaning in ('stop', 'start', 'confirm', 'cancel', 'unknown')),
  visit_id uuid,
  outcome text not null,
  at timestamptz not null,
  -- The gateway's own id: reported twice, it is one answer.
  provider_id text unique
);

create table reminder_settings (
  singleton boolean primary key default true check (singleton),
  -- Minutes before the visit.
  lead_minutes int[] not null default '{1440,120}' check (cardinality(lead_minutes) <= 4),
  fasting boolean not null default true,
  fasting_hours smallint not null default 10 check (fasting_hours between 1 and 24),
  -- Minutes of the site's day in between which nobody is reminded; the same twice: never quiet.
  quiet_from smallint not null default 1260 check (quiet_from between 0 and 1439),
  quiet_until smallint not null default 420 check (quiet_until between 0 and 1439)
);
insert into reminder_settings default values;
