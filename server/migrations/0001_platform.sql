-- What every module stands on: audit trail, outbox, limits, idempotent answers.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table audit (
  id uuid primary key,
  at timestamptz not null,
  account_id uuid,
  role text,
  network text not null,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text
);
create index audit_by_subject on audit (subject_kind, subject_id, id);

-- History is not rewritten, by nobody.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger audit_is_append_only before update or delete on audit
  for each row execute function refuse_change();

create table outbox (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  payload jsonb not null,
  -- A code or token that the message carries: erased once the message is out or given up.
  secret jsonb,
  state text not null default 'planned' check (state in ('planned', 'sending', 'sent', 'failed')),
  created_at timestamptz not null,
  -- Next try while planned; while sending, the time at which a silent deliverer is taken for dead.
  due_at timestamptz not null,
  attempts int not null default 0,
  sent_at timestamptz,
  error text,
  check (secret is null or state in ('planned', 'sending'))
);
create index outbox_due on outbox (due_at) where state in ('planned', 'sending');

create table rate_limit (
  key bytea primary key,
  full_at timestamptz not null
);
create index rate_limit_by_time on rate_limit (full_at);
