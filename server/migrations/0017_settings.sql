-- What the manager's screens need: places beyond the chairs, the laboratory's logo, and lists that stay quick.

-- A place for somebody who is squeezed in. Never active, so that nothing is offered or booked on it by itself, but a
-- chair like any other to the constraint: one person at a time.
alter table chair add column overflow boolean not null default false;
alter table chair add check (overflow = (number > 490)), add check (not (overflow and active));

-- People are sent to a chair and to a site by their names.
create unique index chair_name on chair (site_id, lower(name));
create unique index site_name on site (lower(name));

-- How many may be squeezed in at one time, at each site.
alter table laboratory add column overbook_limit smallint not null default 2 check (overbook_limit between 0 and 10);

create table laboratory_logo (
  singleton boolean primary key default true check (singleton),
  type text not null check (type in ('image/png', 'image/jpeg')),
  content bytea not null check (octet_length(content) between 1 and 204800),
  sha256 bytea not null check (octet_length(sha256) = 32),
  updated_at timestamptz not null
);
alter table laboratory_logo alter column content set storage external;

-- The staff's lists run in the order of time within a state; holds are no visits and are on no list.
create index visit_by_status on visit (site_id, status, starts_at, id);
-- Low is what is booked when nothing is said: most are, and any walk over time meets one soon.
create index visit_by_priority on visit (site_id, priority, starts_at, id) where priority in ('normal', 'high');

-- What a visit is found by, each to be typed from its beginning: the words of the name, the address after an @, the
-- reference after a #, and the phone number with and without its country's code, or its last four digits. The marks
-- keep the addresses and references, of which each is another, out of the way of those who type a name.
create function visit_words(full_name text, email text, contact text, reference text) returns tsvector
language sql immutable parallel safe strict return array_to_tsvector(array_remove(
  regexp_split_to_array(lower(full_name), '[\s!-/:-@[-`{-~]+')
  || array['@' || lower(email), '#' || lower(reference), translate(contact, '+() .-', ''),
    substr(translate(contact, '+() .-', ''), 2), substr(translate(contact, '+() .-', ''), 3),
    substr(translate(contact, '+() .-', ''), 4), right(translate(contact, '+() .-', ''), 4)], ''));
-- Kept in the row, since a walk through the visits of a month looks at each of them.
alter table visit add column words tsvector
  generated always as (visit_words(full_name, email, contact, reference)) stored;
create index visit_by_words on visit using gin (words) where status <> 'held';

-- The messages about a visit stand in its history.
create index outbox_by_visit on outbox ((payload ->> 'visitId'), id) where payload ->> 'visitId' is not null;
