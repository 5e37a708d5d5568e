-- Accounts of patients that are not used, and open no visit, expire by a retention class. See docs/decisions/0148.
create table account_warning (
  account_id uuid primary key references account,
  warned_at timestamptz not null
);
comment on table account_warning is 'When the holder of an unused account was told that it will be erased';

-- Accounts from before this column count as used now: their earlier sessions are gone.
alter table account add column used_at timestamptz not null default now();
comment on column account.used_at is 'When somebody last used the account, to the day';

-- A session locks the account by its reference, so it waits for an erasure and is refused after it. A use is noted once a day; if another
-- transaction has the account meanwhile, the next use is noted.
create function note_account_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and (select a.forgotten_at from account a where a.id = new.account_id) is not null then
    raise check_violation using message = 'this account was erased', constraint = 'account_forgotten', table = 'session';
  end if;
  update account a set used_at = now() where a.id = (
    select u.id from account u where u.id = new.account_id and u.used_at < now() - interval '1 day' for no key update skip locked);
  return null;
end $$;
create trigger session_is_use after insert or update of last_seen_at on session for each row execute function note_account_use();

insert into retention_class (class, days) values ('account', null);
insert into retention_law (place, class, least_days, source)
  select p, 'account', 365, 'The least time of this product. Look up the law of your country.'
  from unnest(array['GH', 'ZA', 'GB', 'DE', 'US', 'other']) p;

-- Accounts of patients that nobody used since an instant and that open no visit, not even a past one. Of all, or whether it is this one.
create function unused_accounts(before timestamptz, one uuid default null) returns setof uuid language sql stable as $$
  select a.id from account a
  where a.role = 'user' and a.status = 'Active' and a.used_at < before and (one is null or a.id = one)
    and not exists (select from session s where s.account_id = a.id and s.last_seen_at >= before)
    and not exists (select from visit v where v.account_id = a.id and v.status <> 'held')
    and not exists (
      select from account_person k cross join lateral records_of_person(k.person_id) r join visit v on v.person_id = r
      where k.account_id = a.id and v.status <> 'held')
$$;

-- The time between the message that an account will be erased and its erasure.
create function unused_warning() returns interval language sql immutable as $$ select interval '30 days' $$;

-- Those that the next run erases, or keeps because of a hold: their holders were told in time, and did not use them since.
create function expired_accounts(is_held boolean, one uuid default null) returns setof uuid language sql stable as $$
  select u from unused_accounts(retention_cutoff('account'), one) u join account a on a.id = u
    join account_warning w on w.account_id = u and w.warned_at >= a.used_at and w.warned_at <= now() - unused_warning()
  where (u in (select held_accounts())) = is_held
$$;

-- A wish of an unused account is made by the product. The database refuses it for an account that is not expired.
alter table erasure_wish drop constraint erasure_wish_way_check;
-- safe: wider than the constraint that it replaces
alter table erasure_wish add constraint erasure_wish_way_check check (way in ('account', 'paper', 'in_person', 'restore', 'unused'));
alter table erasure_wish drop constraint erasure_wish_identified;
-- safe: as above
alter table erasure_wish add constraint erasure_wish_identified
  check (way in ('restore', 'unused') or (way = 'account') = (cardinality(identified_by) = 0));
alter table erasure_wish drop constraint erasure_wish_asked;
-- safe: as above
alter table erasure_wish add constraint erasure_wish_asked check ((way in ('restore', 'unused')) = (asked_by is null));
comment on column erasure_wish.way is
  'From the own account, on paper, in person, known from the list beside the backups after a restore, or because the account was unused';
comment on column erasure_wish.asked_by is 'The account that asked, or the manager who recorded the wish; empty if the product did';
comment on column erasure_wish.decided_by is 'Who withdrew, refused or carried it out; empty if the product carried it out';

create function check_unused() returns trigger language plpgsql as $$
begin
  -- The lock waits for a log-in or a booking that is under way, which is seen below.
  perform from account a where a.id = new.account_id for update;
  if not exists (select from retention_rule where confirmed_at is not null)
    or not exists (select from expired_accounts(false, new.account_id)) then
    raise check_violation using message = 'this account has not expired', constraint = 'erasure_wish_unused', table = 'erasure_wish';
  end if;
  return new;
end $$;
create trigger erasure_wish_unused before insert on erasure_wish for each row when (new.way = 'unused') execute function check_unused();

create or replace function count_expired(class text, is_held boolean, out total bigint, out oldest timestamptz) language plpgsql stable as $$
declare
  cutoff timestamptz := retention_cutoff(count_expired.class);
  one record;
  found bigint;
  earliest timestamptz;
begin
  total := 0;
  if count_expired.class = 'audit' then
    select count(*), min(a.at) into total, oldest from audit a
    where is_any_held() = is_held and a.position <= (select max(b.until) from audit_block b where b.made_at < cutoff);
    return;
  end if;
  if count_expired.class = 'account' then
    select count(*), min(a.used_at) into total, oldest from expired_accounts(is_held) e join account a on a.id = e;
    return;
  end if;
  for one in select * from retention_parts() p where p.class = count_expired.class loop
    execute format('select count(*), min(t.%1$I) from %2$s t where t.%1$I < $1 and %3$s and (%4$s) is %5$s true',
        one.at, one.relation, one.condition, one.held, case when is_held then '' else 'not' end)
      using cutoff into found, earliest;
    total := total + found;
    oldest := least(oldest, earliest);
  end loop;
end $$;
