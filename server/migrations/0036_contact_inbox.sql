-- The contact form's messages as an inbox. `signs` is what looked like spam when it came; such a message is kept and not
-- mailed on.
alter table contact_message
  add column state text not null default 'open' check (state in ('open', 'answered', 'done', 'spam')),
  add column signs text[] not null default '{}',
  -- Who put it into its state; nobody, when it came so.
  add column sorted_by uuid references account,
  add column sorted_at timestamptz;
create index contact_message_by_state on contact_message (state, id);

create table contact_answer (
  id uuid primary key,
  contact_message_id uuid not null references contact_message,
  text text not null check (text <> ''),
  answered_by uuid not null references account,
  answered_at timestamptz not null
);
create index contact_answer_of_message on contact_answer (contact_message_id, id);
create trigger contact_answer_is_frozen before update or delete on contact_answer
  for each row execute function refuse_change();
create trigger contact_answers_are_kept before truncate on contact_answer
  for each statement execute function refuse_change();

-- Signs when a form was shown.
create table contact_form_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into contact_form_key default values;

-- Where the visit is that was asked about, or the last that this number was written to about: whose staff may read it.
alter table sms_reply add column site_id uuid;
update sms_reply r set site_id = coalesce(
  (select v.site_id from visit v where v.id = r.visit_id limit 1),
  (select (o.payload ->> 'siteId')::uuid from outbox o
   where o.channel = 'sms' and o.recipient = r.phone and o.payload ->> 'siteId' is not null and o.created_at <= r.at
   order by o.id desc limit 1));
create index sms_reply_by_site on sms_reply (site_id, id);
