-- What of a person is erased at their wish, what stays, and what prevents it. See docs/decisions/0156.

-- The accounts that are closed and emptied with a person: the own ones, and the account that asked. Only those of patients.
create function erased_accounts(person uuid, account uuid) returns uuid[] language sql stable as $$
  select coalesce(array_agg(a.id order by a.id), '{}') from account a
  where a.role = 'user' and (a.id = erased_accounts.account or a.id in (
    select k.account_id from records_of_person(erased_accounts.person) r join account_person k on k.person_id = r where k.kind = 'self'))
$$;

-- As person_phone.digits.
create function phone_digits(phone text) returns text language sql immutable as $$
  select right(ltrim(translate(phone, '+() .-', ''), '0'), 9)
$$;

-- What must be settled before somebody can be forgotten, with its number. A visit that only an emptied account could still reach counts, too.
create function erasure_obstacles(person uuid, account uuid) returns table (code text, total int) language sql stable as $$
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
  ) found where found.total > 0
$$;

-- The numbers of what is erased and of what stays, for the dry run.
create function erasure_counts(person uuid, account uuid) returns table (code text, total int) language sql stable as $$
  with records as materialized (select r as id from records_of_person(erasure_counts.person) r),
  accounts as materialized (select unnest(erased_accounts(erasure_counts.person, erasure_counts.account)) as id),
  own as materialized (
    select v.site_id, v.id, v.contact, v.email from records r join visit v on v.person_id = r.id where v.status <> 'held'
  )
  select 'phones', (select count(*) from records r join person_phone h on h.person_id = r.id)::int
    + (select count(*) from accounts join account a using (id) where a.phone <> '' or a.sign_in_phone is not null)::int
  union all select 'emails', (select count(*) from records join person p using (id) where p.email <> '')::int
    + (select count(*) from accounts join account a using (id) where a.email <> '')::int
  union all select 'visit_contacts', (select count(*) from own where contact <> '' or email <> '')::int
  union all select 'identifiers', (select count(*) from records r join person_identifier i on i.person_id = r.id)::int
  union all select 'accounts', (select count(*) from accounts join account a using (id) where a.forgotten_at is null)::int
  union all select 'carers', (select count(*) from records r join account_person k on k.person_id = r.id
    where k.account_id not in (select id from accounts))::int
  union all select 'apps', (select count(*) from app_access a where a.ended_at is null
    and (a.account_id in (select id from accounts) or a.person_id in (select id from records)))::int
  union all select 'links', (select count(*) from own o join report_share s on s.site_id = o.site_id and s.visit_id = o.id
      where s.revoked_at is null)::int
    + (select count(*) from own o join result_link l on l.site_id = o.site_id and l.visit_id = o.id where l.ended_at is null)::int
  union all select 'contact_messages', (select count(*) from contact_message m where m.account_id in (select id from accounts))::int
  union all select 'standing_orders', (select count(*) from records r join standing_order s on s.person_id = r.id
    where s.ended_at is null)::int
  union all select 'visits', (select count(*) from own)::int
  union all select 'reports', (select count(*) from own o join report t on t.site_id = o.site_id and t.visit_id = o.id)::int
  union all select 'samples', (select count(*) from own o join sample s on s.site_id = o.site_id and s.visit_id = o.id)::int
  union all select 'bills', (select count(*) from own o join visit_account a on a.site_id = o.site_id and a.visit_id = o.id)::int
$$;

-- Carries out an open wish of this version, in the transaction of the caller: erases, and writes that it did. It runs as the owner of the
-- tables, since the role of the product can neither delete from most of them nor write that a wish was carried out. The rows are found
-- from the wish alone. Only a role that may change wishes can call it.
create function carry_out_erasure(wish uuid, version int, by uuid, at timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked erasure_wish;
  subject uuid;
  records uuid[];
  accounts uuid[];
  emails text[];
  phones text[];
begin
  if not has_table_privilege(session_user, 'erasure_wish', 'update') then
    raise insufficient_privilege using message = 'permission denied for function carry_out_erasure';
  end if;
  select * into asked from erasure_wish w where w.id = wish for update;
  if asked.state is distinct from 'open' or asked.version <> carry_out_erasure.version then
    raise exception 'the wish is not open in this version' using errcode = 'PH001';
  end if;
  subject := wished_person(asked);
  records := array(select r from records_of_person(subject) r where r is not null order by r);
  accounts := erased_accounts(subject, asked.account_id);
  -- Whoever adds a visit, an order or contact data of these holds a lock on them until it is committed, and is seen below. Accounts are
  -- locked before persons, as a booking does.
  perform from account a where a.id = any(accounts) order by a.id for update;
  perform from person p where p.id = any(records) order by p.id for update;
  if records <> array(select r from records_of_person(wished_person(asked)) r where r is not null order by r)
    or accounts <> erased_accounts(wished_person(asked), asked.account_id) then
    raise exception 'records of the person were joined or separated meanwhile' using errcode = 'PH001';
  end if;
  if exists (select from erasure_obstacles(subject, asked.account_id)) then
    raise exception 'something must be settled before this wish is carried out' using errcode = 'PH002';
  end if;

  emails := array(
    select lower(e) from (
      select p.email as e from person p where p.id = any(records)
      union select a.email from account a where a.id = any(accounts)
      union select v.email from visit v where v.person_id = any(records) and v.status <> 'held'
      union select c.email from address_change c where c.account_id = any(accounts)) known where e <> '');
  phones := array(
    select distinct phone_digits(n) from (
      select h.phone as n from person_phone h where h.person_id = any(records)
      union select a.phone from account a where a.id = any(accounts)
      union select a.sign_in_phone from account a where a.id = any(accounts)
      union select v.contact from visit v where v.person_id = any(records) and v.status <> 'held'
      union select c.contact from clinic_order c where c.person_id = any(records)
      union select c.contact from api_patient c where c.person_id = any(records)) known where phone_digits(n) <> '');
  -- Addresses that somebody else has as well stay with them.
  emails := array(select e from unnest(emails) e
    where not exists (select from account a where lower(a.email) = e and a.id <> all(accounts))
      and not exists (select from person p where lower(p.email) = e and p.id <> all(records)
        and p.words @@ ('''' || replace(replace('@' || e, '\', '\\'), '''', '''''') || '''')::tsquery)
      and not exists (select from visit v where lower(v.email) = e and v.status <> 'held' and v.person_id <> all(records)
        and v.words @@ ('''' || replace(replace('@' || e, '\', '\\'), '''', '''''') || '''')::tsquery));
  phones := array(select d from unnest(phones) d
    where not exists (select from account a where a.id <> all(accounts) and a.phone <> ''
        and right(ltrim(translate(a.phone, '+() .-', ''), '0'), 9) = d)
      and not exists (select from account a where a.id <> all(accounts) and phone_digits(a.sign_in_phone) = d)
      and not exists (select from person_phone h where h.digits = d and h.person_id <> all(records))
      and not exists (select from visit v where v.status <> 'held' and v.person_id <> all(records)
        and phone_digits(v.contact) = d and v.words @@ ('''' || right(d, 4) || '''')::tsquery));

  -- Messages. One that is being sent keeps its address until it is sent.
  delete from notice n where n.account_id = any(accounts);
  update outbox o set state = case o.state when 'planned' then 'skipped' else o.state end, error = null, secret = case o.state when 'sending' then o.secret end,
    erase_when_done = true,
    recipient = case o.state when 'sending' then o.recipient else '' end,
    subject = null, body = null,
    payload = case o.state when 'sending' then o.payload
      else jsonb_strip_nulls(jsonb_build_object('siteId', o.payload -> 'siteId', 'visitId', o.payload -> 'visitId')) end
  where o.recipient <> '' and (
    lower(o.recipient) = any(emails) or (o.recipient like '+%' and phone_digits(o.recipient) = any(phones))
    or (o.payload ->> 'visitId' is not null and o.payload ->> 'visitId' = any(array(
      select v.id::text from visit v where v.person_id = any(records)))));
  update sms_reply r set phone = '', text = ''
  where phone_digits(r.phone) = any(phones)
    or r.visit_id = any(array(select v.id from visit v where v.person_id = any(records)));
  delete from sms_stop s where phone_digits(s.phone) = any(phones);
  delete from email_stop s where s.email = any(emails);
  update contact_message m set name = 'Erased', email = '', message = 'Erased', network = '', forgotten_at = carry_out_erasure.at
  where (m.account_id = any(accounts) or lower(m.email) = any(emails)) and m.state <> 'open';
  update contact_answer a set text = 'Erased'
  from contact_message m where m.id = a.contact_message_id and m.forgotten_at = carry_out_erasure.at and a.text <> 'Erased';

  -- Ways to the results.
  update report_share s set revoked_at = coalesce(s.revoked_at, carry_out_erasure.at), recipients = '{}'
  from visit v where v.person_id = any(records) and s.site_id = v.site_id and s.visit_id = v.id;
  update result_link l set ended_at = coalesce(l.ended_at, carry_out_erasure.at), sent_to = case l.way when 'slip' then '' else 'erased' end
  from visit v where v.person_id = any(records) and l.site_id = v.site_id and l.visit_id = v.id;
  delete from api_artifact t using app_access a
  where a.id = t.access_id and (a.account_id = any(accounts) or a.person_id = any(records));
  update app_access a set ended_at = carry_out_erasure.at, ended_by = by
  where a.ended_at is null and (a.account_id = any(accounts) or a.person_id = any(records));
  delete from app_launch l where l.account_id = any(accounts) or l.person_id = any(records);
  update standing_order s set ended_at = carry_out_erasure.at, ended_by = by
  where s.person_id = any(records) and s.ended_at is null;

  -- The account. What it did stays under its id.
  delete from session s where s.account_id = any(accounts);
  delete from sign_in_device d where d.account_id = any(accounts);
  delete from passkey p where p.account_id = any(accounts);
  delete from second_factor f where f.account_id = any(accounts);
  delete from recovery_code c where c.account_id = any(accounts);
  delete from issuer_subject s where s.account_id = any(accounts);
  delete from one_time_token t where t.account_id = any(accounts);
  delete from push_subscription p where p.account_id = any(accounts);
  delete from calendar_feed c where c.account_id = any(accounts);
  delete from notification_choice c where c.account_id = any(accounts);
  delete from idempotent_answer i where i.account_id = any(accounts);
  delete from address_change c where c.account_id = any(accounts);
  delete from registration r where lower(r.email) = any(emails) or (r.phone <> '' and phone_digits(r.phone) = any(phones));
  delete from account_person k where k.account_id = any(accounts) or k.person_id = any(records);
  update account a set full_name = 'Erased', email = '', phone = '', sign_in_phone = null, password_hash = null,
    status = 'Deactivated', deactivated_at = coalesce(a.deactivated_at, carry_out_erasure.at), forgotten_at = carry_out_erasure.at
  where a.id = any(accounts);

  -- The person. Name, sex and birth stay, as long as reports must be attributable.
  delete from import_row i where i.kind = 'patients' and (i.account_id = any(accounts) or i.person_id = any(records));
  delete from api_patient a where a.person_id = any(records);
  update clinic_order c set contact = '' where c.person_id = any(records);
  update visit v set contact = '', email = '', forgotten_at = carry_out_erasure.at where v.person_id = any(records) and v.status <> 'held';
  delete from person_phone h where h.person_id = any(records);
  delete from person_identifier i where i.person_id = any(records);
  delete from person_pair w where w.one = any(records) or w.other = any(records);
  update person p set email = '', note = '', language = '', former_names = '{}', given_names = '', family_name = '',
    version = p.version + 1, forgotten_at = carry_out_erasure.at
  where p.id = any(records);

  update erasure_wish w set state = 'carried_out', decided_by = by, decided_at = carry_out_erasure.at, version = w.version + 1
  where w.id = wish;
end $$;
