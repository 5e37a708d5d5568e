create table visit (
  site_id uuid not null,
  id uuid not null,
  -- `held` is a stranger's or patient's hold: no person yet, and an end.
  status text not null check (status in
    ('held', 'booked', 'arrived', 'collected', 'in_progress', 'completed', 'cancelled', 'no_show')),
  chair smallint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The chair's time: from the start to the end of the buffer.
  during tstzrange not null,
  hold_token_hash bytea,
  hold_expires_at timestamptz,
  reference text,
  account_id uuid references account,
  full_name text,
  age smallint check (age between 0 and 130),
  gender text check (gender in ('male', 'female')),
  contact text,
  email text,
  priority text check (priority in ('low', 'normal', 'high')),
  version int not null default 1,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, chair) references chair (site_id, number),
  check (starts_at < ends_at),
  check (lower(during) = starts_at and upper(during) >= ends_at),
  check ((status = 'held') = (hold_token_hash is not null and hold_expires_at is not null)),
  check (status = 'held' or (reference is not null and full_name is not null and age is not null
    and gender is not null and contact is not null and email is not null and priority is not null)),
  check (status = 'held' or contact <> '' or email <> ''),
  -- No two visits or holds on one chair at one time, whoever asks, however many ask at once.
  constraint visit_chair_is_free exclude using gist (site_id with =, during with &&, chair with =)
    where (status in ('held', 'booked', 'arrived', 'collected', 'in_progress', 'completed'))
);
create unique index visit_reference on visit (site_id, reference);
-- The site is part of it only so that the table can be partitioned by site.
create unique index visit_hold_token on visit (hold_token_hash, site_id) where hold_token_hash is not null;
create index visit_hold_expiry on visit (hold_expires_at) where status = 'held';
create index visit_by_start on visit (site_id, starts_at, id);
create index visit_by_account on visit (account_id, starts_at, id) where account_id is not null;

-- A visit is never erased: it is cancelled. A hold is not a visit.
create function keep_visits() returns trigger language plpgsql as $$
begin
  if old.status <> 'held' then
    raise exception 'a visit is never removed, it is cancelled';
  end if;
  return old;
end $$;
create trigger visit_is_kept before delete on visit for each row execute function keep_visits();

create table visit_test (
  site_id uuid not null,
  visit_id uuid not null,
  test_code text not null references test,
  primary key (site_id, visit_id, test_code),
  foreign key (site_id, visit_id) references visit (site_id, id)
);
create index visit_test_by_test on visit_test (site_id, test_code, visit_id);

-- The answer that a key was given, so that asking again does not book again.
create table idempotent_answer (
  account_id uuid not null references account,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamptz not null,
  constraint idempotent_answer_once primary key (account_id, key)
);
create index idempotent_answer_by_time on idempotent_answer (created_at);
