-- People may ask to be forgotten. See docs/decisions/0156.
create table erasure_wish (
  id uuid primary key,
  person_id uuid references person,
  account_id uuid references account,
  way text not null check (way in ('account', 'paper', 'in_person')),
  identified_by text[] not null default '{}',
  asked_by uuid not null references account,
  asked_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'withdrawn', 'refused', 'carried_out')),
  reason text not null default '',
  decided_by uuid references account,
  decided_at timestamptz,
  version int not null default 1,
  constraint erasure_wish_of_somebody check (num_nonnulls(person_id, account_id) > 0),
  constraint erasure_wish_identified check ((way = 'account') = (cardinality(identified_by) = 0)),
  constraint erasure_wish_by_account check (way <> 'account' or (account_id is not null and asked_by = account_id)),
  constraint erasure_wish_decided check ((state = 'open') = (decided_at is null) and (state = 'open') = (decided_by is null)),
  constraint erasure_wish_reason check ((state = 'refused') = (reason <> ''))
);
create unique index erasure_wish_open on erasure_wish (person_id) where state = 'open' and person_id is not null;
create unique index erasure_wish_open_of_account on erasure_wish (account_id) where state = 'open' and account_id is not null;
create index erasure_wish_by_state on erasure_wish (state, id);
create index erasure_wish_of_person on erasure_wish (person_id) where person_id is not null;
comment on table erasure_wish is 'Wishes of people to be forgotten, and what became of them';
comment on column erasure_wish.id is 'Wish';
comment on column erasure_wish.person_id is 'Who is to be forgotten; empty for an account that had no record when it asked';
comment on column erasure_wish.account_id is 'The account that is closed and emptied with it';
comment on column erasure_wish.way is 'From the own account, on paper, or in person';
comment on column erasure_wish.identified_by is 'How the person was identified, if not by their account';
comment on column erasure_wish.asked_by is 'The account that asked, or the manager who recorded the wish';
comment on column erasure_wish.asked_at is 'When it was recorded';
comment on column erasure_wish.state is 'Open, withdrawn, refused or carried out';
comment on column erasure_wish.reason is 'Why it was refused';
comment on column erasure_wish.decided_by is 'Who withdrew, refused or carried it out';
comment on column erasure_wish.decided_at is 'When it was withdrawn, refused or carried out';
comment on column erasure_wish.version is 'Counts the changes';

-- The current record of the person of a wish. An account that had no record when it asked may have one by now.
create function wished_person(wish erasure_wish) returns uuid language sql stable as $$
  select current_person(coalesce(wish.person_id,
    (select k.person_id from account_person k where k.account_id = wish.account_id and k.kind = 'self')))
$$;

-- Only an open wish changes, once; that it is carried out is written by the function that erases.
create function keep_erasure_wish() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open' or new.version <> old.version + 1
    or (new.id, new.person_id, new.account_id, new.way, new.identified_by, new.asked_by, new.asked_at)
      is distinct from (old.id, old.person_id, old.account_id, old.way, old.identified_by, old.asked_by, old.asked_at)
    or (new.state = 'carried_out' and current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)) then
    raise exception 'a decided wish is never changed, and erasing is done by carry_out_erasure';
  end if;
  return new;
end $$;
create trigger erasure_wish_is_kept before update on erasure_wish for each row execute function keep_erasure_wish();

-- When rows were erased. What is kept of them has no contact data, which the constraints below hold.
alter table person add column forgotten_at timestamptz;
alter table visit add column forgotten_at timestamptz;
alter table account add column forgotten_at timestamptz;
alter table contact_message add column forgotten_at timestamptz;
comment on column person.forgotten_at is 'When the person was forgotten at their wish';
comment on column visit.forgotten_at is 'When its person was forgotten';
comment on column account.forgotten_at is 'When its holder was forgotten';
comment on column contact_message.forgotten_at is 'When its sender was forgotten';

alter table visit drop constraint visit_reached;
-- safe: wider than the constraint that it replaces for every row without a date of erasure, and no row has one
alter table visit add constraint visit_reached check (
  status = 'held' or case when forgotten_at is null then walk_in or recollects is not null or contact <> '' or email <> ''
    else contact = '' and email = '' end);
alter table account drop constraint account_check3;
-- safe: as above
alter table account add constraint account_reached check (
  case when forgotten_at is null then email <> '' or sign_in_phone is not null
    else email = '' and phone = '' and sign_in_phone is null and status = 'Deactivated' end);
alter table contact_message drop constraint contact_message_can_be_answered;
-- safe: as above
alter table contact_message add constraint contact_message_can_be_answered check (
  case when forgotten_at is null then email <> '' or account_id is not null else email = '' and message = 'Erased' end);

-- An answer of the laboratory is emptied only when who wrote was forgotten.
create function keep_contact_answer() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'text') is distinct from (to_jsonb(old) - 'text') or new.text <> 'Erased'
    or not exists (select from contact_message m where m.id = old.contact_message_id and m.forgotten_at is not null) then
    raise exception 'rows of contact_answer are never changed or removed';
  end if;
  return new;
end $$;
drop trigger contact_answer_is_frozen on contact_answer;
create trigger contact_answer_is_frozen before update on contact_answer for each row execute function keep_contact_answer();

-- A message to somebody forgotten keeps its address until it is sent or given up.
alter table outbox add column erase_when_done boolean not null default false;
comment on column outbox.erase_when_done is 'Whether address and text are erased once it is sent or given up';
create function erase_sent_message() returns trigger language plpgsql as $$
begin
  new.recipient := '';
  new.subject := null;
  new.body := null;
  new.secret := null;
  new.payload := jsonb_strip_nulls(jsonb_build_object('siteId', new.payload -> 'siteId', 'visitId', new.payload -> 'visitId'));
  return new;
end $$;
create trigger outbox_is_erased before update of state on outbox for each row
  when (new.state not in ('planned', 'sending') and (new.erase_when_done or new.kind = 'erasure_done'))
  execute function erase_sent_message();
