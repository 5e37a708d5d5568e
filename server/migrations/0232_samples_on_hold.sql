-- The samples of a person on legal hold are not discarded. See docs/decisions/0169.
create function keep_held_sample() returns trigger language plpgsql as $$
begin
  if exists (select from visit v where v.site_id = new.site_id and v.id = new.visit_id and v.person_id in (select held_persons())) then
    raise exception 'the sample % is on legal hold', new.accession using errcode = 'check_violation', constraint = 'sample_is_held';
  end if;
  return new;
end $$;
create trigger sample_on_hold_is_kept before update of status on sample for each row
  when (new.status = 'discarded' and old.status <> 'discarded') execute function keep_held_sample();
