-- Messages in the laboratory's words and in their reader's language.
alter table account add column language text not null default 'en' check (language in ('en', 'fr'));
-- What the browser asked for, until the account is there.
alter table registration add column language text not null default 'en' check (language in ('en', 'fr'));
-- For whoever has no account.
alter table laboratory add column language text not null default 'en' check (language in ('en', 'fr'));

-- What the laboratory wrote in place of the built-in texts: the latest version counts, one without words is the
-- built-in text again.
create table message_text (
  kind text not null,
  language text not null check (language in ('en', 'fr')),
  form text not null check (form in ('email', 'sms', 'push', 'app')),
  version int not null check (version > 0),
  title text,
  body text,
  edited_by uuid not null references account,
  edited_at timestamptz not null,
  primary key (kind, language, form, version),
  check (num_nonnulls(title, body) in (0, 2))
);
create trigger message_text_is_frozen before update or delete on message_text
  for each row execute function refuse_change();
create trigger message_texts_are_kept before truncate on message_text
  for each statement execute function refuse_change();

-- Addresses (in small letters) that want no more e-mails about a topic, with or without an account.
create table email_stop (
  email text not null check (email = lower(email)),
  topic text not null check (topic in ('visits', 'reminders', 'results')),
  at timestamptz not null,
  primary key (email, topic)
);

-- Signs the links by which somebody without a session turns e-mails off.
create table unsubscribe_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into unsubscribe_key default values;
