-- How long each class of data is kept, and what the law of the place demands. See docs/decisions/0148.
create table retention_law (
  place text not null check (place in ('GH', 'ZA', 'GB', 'DE', 'US', 'other')),
  class text not null,
  least_days int not null check (least_days > 0),
  source text not null check (source <> ''),
  primary key (place, class)
);
comment on table retention_law is 'The least time that the law of a place demands for a class of data';
insert into retention_law (place, class, least_days, source) values
  ('GH', 'audit', 3653, 'No number of years is known from the law. The trail proves what was done with medical records, so it is kept as long as these.'),
  ('ZA', 'audit', 2192, 'No number of years is known from the law. The trail proves what was done with medical records, so it is kept as long as these.'),
  ('GB', 'audit', 2922, 'No number of years is known from the law. The trail proves what was done with medical records, so it is kept as long as these.'),
  ('DE', 'audit', 3653, 'No number of years is known from the law. The trail proves what was done with medical records, so it is kept as long as these.'),
  ('US', 'audit', 2192, '45 CFR 164.316(b)(2)(i): documentation of what was done with health information, six years.'),
  ('other', 'audit', 730, 'The least time of this product. Look up the law of your country.'),
  ('US', 'instrument', 730, '42 CFR 493.1105(a)(3): records of analytic systems, with the printouts of instruments, two years.'),
  ('US', 'hospital', 730, '42 CFR 493.1105(a)(1): requests for tests, two years.');

create table retention_rule (
  only_one boolean primary key default true check (only_one),
  place text not null default 'GH' check (place in ('GH', 'ZA', 'GB', 'DE', 'US', 'other')),
  confirmed_at timestamptz,
  version int not null default 1
);
comment on table retention_rule is 'The place whose law applies; nothing is deleted before a manager has confirmed the periods';
insert into retention_rule default values;

create table retention_class (
  class text primary key,
  days int check (days between 1 and 36525),
  ran_at timestamptz,
  removed bigint not null default 0
);
comment on table retention_class is 'For how many days a class of data is kept; null: for ever';
insert into retention_class (class, days) values
  ('audit', 3653), ('message', 1096), ('queue', 1096), ('instrument', 1096), ('hospital', 1096), ('contact', 1096),
  ('attachment', 365), ('draft', 90);

create function least_retention(class text) returns int language sql stable as $$
  select l.least_days from retention_law l join retention_rule r using (place) where l.class = least_retention.class
$$;

create function check_retention() returns trigger language plpgsql as $$
begin
  if new.days < least_retention(new.class) then
    raise check_violation using message = format('the law demands that %s is kept for %s days', new.class, least_retention(new.class)),
      constraint = 'retention_class_least', table = 'retention_class';
  end if;
  return new;
end $$;
create trigger retention_class_least before insert or update on retention_class for each row execute function check_retention();

-- Another place never makes a period too short: it raises those that are.
create function raise_retention() returns trigger language plpgsql as $$
begin
  update retention_class c set days = least_retention(c.class) where c.days < least_retention(c.class);
  return null;
end $$;
create trigger retention_rule_raises after update of place on retention_rule for each row execute function raise_retention();

-- The audit trail is deleted block by block. The blocks stay, with the digest of each entry, so the chain can still be verified.
create table audit_pruned (
  only_one boolean primary key default true check (only_one),
  until bigint not null default 0
);
comment on table audit_pruned is 'Up to which position the entries of the audit trail were deleted after their time';
insert into audit_pruned default values;

-- The tables of each class, those that refer to others first: a table is reached when the rows before it are gone. "t" is the row, $1 the instant before which rows have expired. Rows of a
-- guarded table cannot be deleted before, by anybody.
create function retention_parts() returns table (class text, part int, relation regclass, at name, condition text, guarded boolean)
  language sql stable as $$
  values
    ('message', 1, 'notice'::regclass, 'created_at'::name, 'true', false),
    ('message', 2, 'outbox', 'created_at',
      $c$t.state not in ('planned', 'sending') and not exists (select from outbox r where r.repeats = t.id)
        and not exists (select from notice n where n.id = t.id and n.created_at >= $1)$c$, true),
    ('queue', 1, 'wait_told', 'told_at', 'true', true),
    ('queue', 2, 'queue_event', 'at',
      'not exists (select from queue_event u where u.site_id = t.site_id and u.undoes = t.seq)', true),
    ('instrument', 1, 'measured_value', 'measured_at',
      'not exists (select from result r where r.site_id = t.site_id and r.measured_value_id = t.id)', true),
    ('instrument', 2, 'instrument_message', 'received_at',
      $c$t.state <> 'received' and not exists (select from measured_value v where v.site_id = t.site_id and v.message_id = t.id and (v.measured_at >= $1
          or exists (select from result r where r.site_id = v.site_id and r.measured_value_id = v.id)))
        and not exists (select from instrument_order o where o.site_id = t.site_id and o.order_message_id = t.id)
        and not exists (select from instrument_order o where o.site_id = t.site_id and o.cancel_message_id = t.id)
        and not exists (select from instrument_comparison k where k.site_id = t.site_id and k.message_id = t.id)$c$, true),
    ('hospital', 1, 'hl7_message', 'at', $c$t.state not in ('received', 'held', 'waiting', 'unpaid')$c$, true),
    ('hospital', 2, 'hl7_file', 'at', $c$not exists (select from hl7_message m where m.file_id = t.id
        and (m.at >= $1 or m.state in ('received', 'held', 'waiting', 'unpaid')))$c$, true),
    ('contact', 1, 'contact_answer', 'answered_at',
      $c$exists (select from contact_message m where m.id = t.contact_message_id and m.received_at < $1 and m.state <> 'open')$c$, true),
    ('contact', 2, 'contact_message', 'received_at',
      $c$t.state <> 'open' and not exists (select from contact_answer a where a.contact_message_id = t.id and a.answered_at >= $1)
        and not exists (select from nonconformity n where n.message_id = t.id)$c$, true),
    ('attachment', 1, 'task_attachment', 'removed_at', 'true', true),
    ('attachment', 2, 'order_page', 'removed_at', 'true', true),
    ('draft', 1, 'result_draft', 'updated_at', 'true', false)
$$;

-- The instant before which rows of the class have expired; null: none expire. By the clock of the database.
create function retention_cutoff(class text) returns timestamptz language sql stable as $$
  select now() - make_interval(days => c.days) from retention_class c where c.class = retention_cutoff.class
$$;

create function keep_until_expired() returns trigger language plpgsql as $$
declare
  cutoff timestamptz := retention_cutoff(tg_argv[0]);
  is_expired boolean;
begin
  execute format('select ($1).%I < $2', tg_argv[1]) using old, cutoff into is_expired;
  if is_expired is not true then
    raise exception 'rows of % are never changed or removed before their time', tg_table_name;
  end if;
  return old;
end $$;

do $$
declare one record;
begin
  for one in select * from retention_parts() where guarded loop
    execute format('create trigger expired_only before delete on %s for each row execute function keep_until_expired(%L, %L)',
      one.relation, one.class, one.at);
  end loop;
end $$;
drop trigger audit_is_append_only on audit;
create trigger audit_is_append_only before update on audit for each row execute function refuse_change();
create trigger expired_only before delete on audit for each row execute function keep_until_expired('audit', 'at');
drop trigger queue_event_is_append_only on queue_event;
create trigger queue_event_is_append_only before update on queue_event for each row execute function refuse_change();
drop trigger contact_answer_is_frozen on contact_answer;
create trigger contact_answer_is_frozen before update on contact_answer for each row execute function refuse_change();
drop trigger task_attachment_is_kept on task_attachment;
drop trigger order_page_is_kept on order_page;

-- What the next run would delete: the number of rows that have expired, and the oldest of them.
create function expired_rows(class text, out total bigint, out oldest timestamptz) language plpgsql stable as $$
declare
  cutoff timestamptz := retention_cutoff(expired_rows.class);
  one record;
  found bigint;
  earliest timestamptz;
begin
  total := 0;
  if expired_rows.class = 'audit' then
    select count(*), min(a.at) into total, oldest from audit a
    where a.position <= (select max(b.until) from audit_block b where b.made_at < cutoff);
    return;
  end if;
  for one in select * from retention_parts() p where p.class = expired_rows.class loop
    execute format('select count(*), min(t.%1$I) from %2$s t where t.%1$I < $1 and %3$s', one.at, one.relation, one.condition)
      using cutoff into found, earliest;
    total := total + found;
    oldest := least(oldest, earliest);
  end loop;
end $$;

-- Deletes at most so many expired rows, of the audit trail those of one block, and returns their number. It runs as the owner of the
-- tables, since the role of the product cannot delete from most of them. The conditions are constants: no caller can widen them.
create function delete_expired(class text, most int) returns bigint language plpgsql security definer
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
  if delete_expired.class = 'audit' then
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
    execute format('delete from %2$s d where d.ctid = any(array(select t.ctid from %2$s t where t.%1$I < $1 and %3$s limit $2))',
      one.at, one.relation, one.condition) using cutoff, most - done;
    get diagnostics gone = row_count;
    done := done + gone;
    exit when done >= most;
  end loop;
  return done;
end $$;
