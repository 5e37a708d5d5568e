-- The same words, written out in the column itself: a function's body is planned anew by every statement that books, at
-- 45 of its 760 microseconds in the database.
alter table visit drop column words;
drop function visit_words;
alter table visit add column words tsvector generated always as (
  case when reference is not null then array_to_tsvector(array_remove(
    regexp_split_to_array(lower(full_name), '[\s!-/:-@[-`{-~]+')
    || array['@' || lower(email), '#' || lower(reference), translate(contact, '+() .-', ''),
      substr(translate(contact, '+() .-', ''), 2), substr(translate(contact, '+() .-', ''), 3),
      substr(translate(contact, '+() .-', ''), 4), right(translate(contact, '+() .-', ''), 4)], '')) end) stored;
create index visit_by_words on visit using gin (words) where status <> 'held';
