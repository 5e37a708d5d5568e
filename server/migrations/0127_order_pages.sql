-- Pages of request forms on paper, photographed or scanned.

create table order_page (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size int not null check (size between 1 and 10485760),
  sha256 bytea not null check (octet_length(sha256) = 32),
  content bytea not null,
  added_by uuid not null references account,
  added_at timestamptz not null,
  removed_by uuid references account,
  removed_at timestamptz,
  removal_reason text check (removal_reason <> ''),
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  check (octet_length(content) = size),
  check (num_nonnulls(removed_by, removed_at, removal_reason) in (0, 3))
);
-- All three types are compressed already.
alter table order_page alter column content set storage external;
create index order_page_by_visit on order_page (site_id, visit_id, id);
-- The same file sent again, after an answer that was lost, is the same page.
create unique index order_page_once on order_page (site_id, visit_id, sha256) where removed_at is null;

-- A page stays as it was. It can be marked as removed, once.
create trigger order_page_is_kept before delete on order_page
  for each row execute function refuse_change();
create trigger order_page_is_frozen before update on order_page
  for each row when (old.removed_at is not null
    or (old.site_id, old.id, old.visit_id, old.name, old.type, old.size, old.sha256, old.added_by, old.added_at)
      is distinct from (new.site_id, new.id, new.visit_id, new.name, new.type, new.size, new.sha256, new.added_by, new.added_at)
    or old.content is distinct from new.content)
  execute function refuse_change();

comment on column order_page.visit_id is 'Visit';
comment on column order_page.id is 'Page; the beginning of its file’s name';
comment on column order_page.name is 'Name';
comment on column order_page.type is 'Type';
comment on column order_page.size is 'Bytes';
comment on column order_page.added_at is 'When it was added';
comment on column order_page.added_by is 'Account that added it';
comment on column order_page.removed_at is 'When it was marked as removed';
comment on column order_page.removed_by is 'Account that marked it as removed';
comment on column order_page.removal_reason is 'Why it was marked as removed';
