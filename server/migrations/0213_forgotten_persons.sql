-- Nothing new is written for a person who was forgotten: whoever comes again is a new person. See docs/decisions/0156.
create function refuse_forgotten() returns trigger language plpgsql as $$
begin
  -- The lock waits for an erasure that is under way, and lets it see this row if it comes later.
  if (select p.forgotten_at from person p where p.id = new.person_id for key share) is not null then
    raise check_violation using message = 'this person was forgotten', constraint = 'person_forgotten', table = tg_table_name;
  end if;
  return new;
end $$;
create trigger person_is_known before insert or update of person_id on visit for each row
  when (new.person_id is not null) execute function refuse_forgotten();
create trigger person_is_known before insert on person_phone for each row execute function refuse_forgotten();
create trigger person_is_known before insert on person_identifier for each row execute function refuse_forgotten();
create trigger person_is_known before insert on account_person for each row execute function refuse_forgotten();
create trigger person_is_known before insert on clinic_order for each row execute function refuse_forgotten();
create trigger person_is_known before insert on standing_order for each row execute function refuse_forgotten();
create trigger person_is_known before insert or update of person_id on api_patient for each row execute function refuse_forgotten();
create trigger person_is_known before insert on erasure_wish for each row
  when (new.person_id is not null) execute function refuse_forgotten();

-- A record that was forgotten is neither joined nor written into again.
create function keep_forgotten() returns trigger language plpgsql as $$
begin
  if (new.email, new.note, new.former_names, new.replaced_by, new.forgotten_at)
    is distinct from (old.email, old.note, old.former_names, old.replaced_by, old.forgotten_at) then
    raise check_violation using message = 'this person was forgotten', constraint = 'person_forgotten', table = 'person';
  end if;
  return new;
end $$;
create trigger person_stays_forgotten before update on person for each row
  when (old.forgotten_at is not null) execute function keep_forgotten();
