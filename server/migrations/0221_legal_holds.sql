-- Data of people on legal hold are neither erased nor deleted by retention. See docs/decisions/0163.
create table legal_hold (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('dispute', 'court_order', 'complaint', 'other')),
  reason text not null check (reason <> ''),
  placed_by uuid not null references account,
  placed_at timestamptz not null,
  ended_by uuid references account,
  ended_at timestamptz,
  end_reason text not null default '',
  constraint legal_hold_ended check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (end_reason = ''))
);
create index legal_hold_of_person on legal_hold (person_id, id);
create index legal_hold_in_force on legal_hold (id) where ended_at is null;
comment on table legal_hold is 'People whose data must not be erased or deleted for now';
comment on column legal_hold.id is 'Hold';
comment on column legal_hold.person_id is 'Whose data are held, with all joined records';
comment on column legal_hold.kind is 'Dispute, court order, complaint, or another reason';
comment on column legal_hold.reason is 'Why, in words';
comment on column legal_hold.placed_by is 'Who placed the hold';
comment on column legal_hold.placed_at is 'Since when';
comment on column legal_hold.ended_by is 'Who ended it';
comment on column legal_hold.ended_at is 'When it ended; empty: in force';
comment on column legal_hold.end_reason is 'Why it ended';

-- A hold changes once, when it ends. A forgotten person has nothing left to hold. The reference to the person locks the record, so a hold
-- and an erasure wait for each other.
create function keep_legal_hold() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null or new.ended_at is null
    or (new.id, new.person_id, new.kind, new.reason, new.placed_by, new.placed_at)
      is distinct from (old.id, old.person_id, old.kind, old.reason, old.placed_by, old.placed_at) then
    raise exception 'a legal hold is ended once, and not changed otherwise';
  end if;
  return new;
end $$;
create trigger legal_hold_is_kept before update on legal_hold for each row execute function keep_legal_hold();
create trigger legal_hold_is_never_removed before delete on legal_hold for each row execute function refuse_change();
create trigger person_is_known before insert on legal_hold for each row execute function refuse_forgotten();

-- What belongs to people on hold. Each is read once for a statement, so the conditions below are constants that do not depend on the row.
create function held_persons() returns setof uuid language sql stable as $$
  select distinct r from legal_hold h, records_of_person(h.person_id) r where h.ended_at is null
$$;
create function held_visits() returns table (site_id uuid, id uuid) language sql stable as $$
  select v.site_id, v.id from held_persons() p join visit v on v.person_id = p
$$;
create function held_accounts() returns setof uuid language sql stable as $$
  select distinct k.account_id from held_persons() p join account_person k on k.person_id = p where k.kind = 'self'
$$;
-- E-mail addresses in lower case, and phone numbers as `phone_digits`.
create function held_addresses() returns setof text language sql stable as $$
  select known from (
    select lower(p.email) from held_persons() h join person p on p.id = h
    union select lower(a.email) from held_accounts() h join account a on a.id = h
    union select lower(v.email) from held_visits() h join visit v on v.site_id = h.site_id and v.id = h.id
    union select n.digits from held_persons() h join person_phone n on n.person_id = h
    union select phone_digits(a.phone) from held_accounts() h join account a on a.id = h
    union select phone_digits(a.sign_in_phone) from held_accounts() h join account a on a.id = h
    union select phone_digits(v.contact) from held_visits() h join visit v on v.site_id = h.site_id and v.id = h.id) found (known)
  where known <> ''
$$;
create function held_samples() returns table (site_id uuid, id uuid, accession text) language sql stable as $$
  select s.site_id, s.id, s.accession from held_visits() v join sample s on s.site_id = v.site_id and s.visit_id = v.id
$$;
create function held_tasks() returns table (site_id uuid, id uuid) language sql stable as $$
  select k.site_id, k.id from held_visits() v join task k on k.site_id = v.site_id and k.visit_id = v.id
$$;
create function is_any_held() returns boolean language sql stable as $$
  select exists (select from legal_hold where ended_at is null)
$$;

-- `held`: whether a row belongs to somebody on hold. Rows that name nobody in a column, such as a message of a hospital as it was received,
-- are held while anybody is.
-- safe: only the functions below call it, and they find the new one
drop function retention_parts();
create function retention_parts() returns table (class text, part int, relation regclass, at name, condition text, guarded boolean, held text)
  language sql stable as $$
  values
    ('message', 1, 'notice'::regclass, 'created_at'::name, 'true', false,
      $h$t.account_id in (select held_accounts()) or t.payload ->> 'visitId' in (select v.id::text from held_visits() v)$h$),
    ('message', 2, 'outbox', 'created_at',
      $c$t.state not in ('planned', 'sending') and not exists (select from outbox r where r.repeats = t.id)
        and not exists (select from notice n where n.id = t.id and n.created_at >= $1)$c$, true,
      $h$lower(t.recipient) in (select held_addresses()) or phone_digits(t.recipient) in (select held_addresses())
        or t.payload ->> 'visitId' in (select v.id::text from held_visits() v)
        or t.id in (select n.id from held_accounts() a join notice n on n.account_id = a)$h$),
    ('queue', 1, 'wait_told', 'told_at', 'true', true,
      $h$(t.site_id, t.ticket_id) in (
        select k.site_id, k.id from held_visits() v join ticket k on k.site_id = v.site_id and k.visit_id = v.id)$h$),
    ('queue', 2, 'queue_event', 'at',
      'not exists (select from queue_event u where u.site_id = t.site_id and u.undoes = t.seq)', true,
      $h$(t.site_id, t.ticket_id) in (
        select k.site_id, k.id from held_visits() v join ticket k on k.site_id = v.site_id and k.visit_id = v.id)$h$),
    ('instrument', 1, 'measured_value', 'measured_at',
      'not exists (select from result r where r.site_id = t.site_id and r.measured_value_id = t.id)', true,
      $h$(t.site_id, t.sample_id) in (select s.site_id, s.id from held_samples() s)
        or (t.site_id, t.sample) in (select s.site_id, s.accession from held_samples() s)$h$),
    ('instrument', 2, 'instrument_message', 'received_at',
      $c$t.state <> 'received' and not exists (select from measured_value v where v.site_id = t.site_id and v.message_id = t.id and (v.measured_at >= $1
          or exists (select from result r where r.site_id = v.site_id and r.measured_value_id = v.id)))
        and not exists (select from instrument_order o where o.site_id = t.site_id and o.order_message_id = t.id)
        and not exists (select from instrument_order o where o.site_id = t.site_id and o.cancel_message_id = t.id)
        and not exists (select from instrument_comparison k where k.site_id = t.site_id and k.message_id = t.id)$c$, true,
      'is_any_held()'),
    ('hospital', 1, 'hl7_message', 'at', $c$t.state not in ('received', 'held', 'waiting', 'unpaid')$c$, true,
      $h$is_any_held() and (t.visit_id is null or (t.site_id, t.visit_id) in (select v.site_id, v.id from held_visits() v))$h$),
    ('hospital', 2, 'hl7_file', 'at', $c$not exists (select from hl7_message m where m.file_id = t.id
        and (m.at >= $1 or m.state in ('received', 'held', 'waiting', 'unpaid')))$c$, true, 'is_any_held()'),
    ('contact', 1, 'contact_answer', 'answered_at',
      $c$exists (select from contact_message m where m.id = t.contact_message_id and m.received_at < $1 and m.state <> 'open')$c$, true,
      $h$t.contact_message_id in (select m.id from contact_message m
        where m.account_id in (select held_accounts()) or lower(m.email) in (select held_addresses()))$h$),
    ('contact', 2, 'contact_message', 'received_at',
      $c$t.state <> 'open' and not exists (select from contact_answer a where a.contact_message_id = t.id and a.answered_at >= $1)
        and not exists (select from nonconformity n where n.message_id = t.id)$c$, true,
      $h$t.account_id in (select held_accounts()) or lower(t.email) in (select held_addresses())$h$),
    ('attachment', 1, 'task_attachment', 'removed_at', 'true', true,
      $h$(t.site_id, t.task_id) in (select k.site_id, k.id from held_tasks() k)$h$),
    ('attachment', 2, 'order_page', 'removed_at', 'true', true,
      $h$(t.site_id, t.visit_id) in (select v.site_id, v.id from held_visits() v)$h$),
    ('draft', 1, 'result_draft', 'updated_at', 'true', false,
      $h$(t.site_id, t.task_id) in (select k.site_id, k.id from held_tasks() k)$h$)
$$;

-- The number of rows that have expired, and the oldest of them: of those on hold, or of the others. The audit trail is deleted by whole
-- blocks, so all of it is held while anybody is.
create function count_expired(class text, is_held boolean, out total bigint, out oldest timestamptz) language plpgsql stable as $$
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
  for one in select * from retention_parts() p where p.class = count_expired.class loop
    execute format('select count(*), min(t.%1$I) from %2$s t where t.%1$I < $1 and %3$s and (%4$s) is %5$s true',
        one.at, one.relation, one.condition, one.held, case when is_held then '' else 'not' end)
      using cutoff into found, earliest;
    total := total + found;
    oldest := least(oldest, earliest);
  end loop;
end $$;

-- What the next run would delete, and what has expired and is on hold.
create or replace function expired_rows(class text, out total bigint, out oldest timestamptz) language sql stable as $$
  select c.total, c.oldest from count_expired(expired_rows.class, false) c
$$;
create function held_rows(class text) returns bigint language sql stable as $$
  select case when is_any_held() then (select c.total from count_expired(held_rows.class, true) c) else 0 end
$$;

-- Deletes at most so many expired rows, of the audit trail those of one block, and returns their number. It runs as the owner of the
-- tables, since the role of the product cannot delete from most of them. The conditions are constants: no caller can widen them.
create or replace function delete_expired(class text, most int) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  cutoff timestamptz := retention_cutoff(delete_expired.class);
  one record;
  gone bigint;
  done bigint := 0;
  block_end bigint;
begin
  if cutoff is null or not exists (select from retention_rule where confirmed_at is not null) then
    return 0;
  end if;
  -- Waits for holds that are being placed, and lets none be placed before this transaction has ended.
  lock table legal_hold in share mode;
  if delete_expired.class = 'audit' then
    if is_any_held() then
      return 0;
    end if;
    perform from audit_pruned for update;
    select b.until into block_end from audit_block b
    where b.until > (select p.until from audit_pruned p) and b.made_at < cutoff order by b.number limit 1;
    if block_end is null then
      return 0;
    end if;
    delete from audit a where a.position <= block_end;
    get diagnostics done = row_count;
    update audit_pruned set until = block_end;
    return done;
  end if;
  for one in select * from retention_parts() p where p.class = delete_expired.class order by p.part loop
    execute format('delete from %2$s d where d.ctid = any(array(select t.ctid from %2$s t where t.%1$I < $1 and %3$s and (%4$s) is not true limit $2))',
      one.at, one.relation, one.condition, one.held) using cutoff, most - done;
    get diagnostics gone = row_count;
    done := done + gone;
    exit when done >= most;
  end loop;
  return done;
end $$;

-- What must be settled before somebody can be forgotten, with its number. A visit that only an emptied account could still reach counts, too.
create or replace function erasure_obstacles(person uuid, account uuid) returns table (code text, total int) language sql stable as $$
  with own as materialized (
    select v.site_id, v.id, v.status from records_of_person(erasure_obstacles.person) r join visit v on v.person_id = r
    where v.status <> 'held'
  ), accounts as materialized (select unnest(erased_accounts(erasure_obstacles.person, erasure_obstacles.account)) as id),
  tasks as materialized (
    select k.* from own o join task k on k.site_id = o.site_id and k.visit_id = o.id
  )
  select * from (
    select 'open_visits' as code, (
      select count(*) from (
        select o.id from own o where o.status in ('booked', 'arrived', 'collected', 'in_progress')
        union select v.id from accounts a join visit v on v.account_id = a.id
          where v.status in ('booked', 'arrived', 'collected', 'in_progress')) open)::int as total
    union all select 'open_orders', (
      select count(*) from records_of_person(erasure_obstacles.person) r join clinic_order c on c.person_id = r
      where c.visit_id is null and c.cancelled_at is null)::int
    union all select 'unreleased', (
      select count(*) from tasks k where k.released_at is null and k.withdrawn_at is null and k.out_of_use_reason is null)::int
    union all select 'critical_values', (
      select count(*) from tasks k join callback c on c.site_id = k.site_id and c.task_id = k.id where c.told_at is null)::int
    union all select 'held_values', (
      select count(*) from own o join sample s on s.site_id = o.site_id and s.visit_id = o.id
        join measured_value m on m.site_id = s.site_id and m.sample = s.accession where m.state = 'held')::int
    union all select 'case_notices', (
      select count(*) from own o join case_notice n on n.site_id = o.site_id and n.visit_id = o.id
      where n.state in ('held', 'planned', 'sending'))::int
    union all select 'unpaid', (
      select count(*) from own o join visit_account a on a.site_id = o.site_id and a.visit_id = o.id where a.charged <> a.paid)::int
    union all select 'payments_under_way', (
      select count(*) from own o join online_payment p on p.site_id = o.site_id and p.visit_id = o.id where p.state = 'started')::int
      + (select count(*) from own o join online_refund p on p.site_id = o.site_id and p.visit_id = o.id where p.state = 'started')::int
    union all select 'to_hospitals', (
      select count(*) from own o join hl7_message m on m.site_id = o.site_id and m.visit_id = o.id
      where m.state in ('held', 'waiting', 'unpaid'))::int
    union all select 'nonconformities', (
      select count(*) from nonconformity n where n.closed_at is null and (exists (
          select from own o where o.site_id = n.site_id and o.id = n.visit_id)
        or exists (select from sample s join own o on o.site_id = s.site_id and o.id = s.visit_id
          where s.site_id = n.site_id and s.id = n.sample_id)
        or exists (select from contact_message m join accounts a on a.id = m.account_id where m.id = n.message_id)))::int
    union all select 'contact_messages', (
      select count(*) from contact_message m where m.state = 'open' and (m.account_id in (select id from accounts)
        or lower(m.email) in (
          select lower(a.email) from accounts join account a using (id) where a.email <> ''
          union select lower(p.email) from records_of_person(erasure_obstacles.person) r join person p on p.id = r where p.email <> '')))::int
    union all select 'legal_hold', (
      select count(*) from records_of_person(erasure_obstacles.person) r join legal_hold h on h.person_id = r where h.ended_at is null)::int
  ) found where found.total > 0
$$;
