-- Retention times to begin with: the minimum after the report is 48 hours for serum, plasma, blood and body fluids, and 24 hours for urine
-- (College of American Pathologists, minimum period of retention). From collection, this is 7 days with up to 5 days until the report, and
-- 3 days for urine and stool. Tissue, smears and unknown specimens need a decision of the laboratory: they have none.
create function usual_retention(specimen text) returns int language sql immutable as $$
  select case
    when specimen ~* '\m(tissue|biopsy|smear|slide|block|marrow)' then null
    when specimen ~* '\m(urine|stool)' and specimen !~* '\m(serum|plasma|blood)' then 3
    when specimen ~* '\m(serum|plasma|blood|swab|pus|sputum|fluid|csf)' then 7
  end
$$;

-- A specimen that is new to the catalogue gets its usual time. What the laboratory has set or removed stays.
create function set_usual_retention() returns trigger language plpgsql as $$
begin
  insert into specimen_retention (specimen, days)
  select distinct a.specimen, usual_retention(a.specimen) from added a
  where usual_retention(a.specimen) is not null
    and not exists (select from test t where t.specimen = a.specimen and t.code not in (select code from added))
  order by 1
  on conflict (specimen) do nothing;
  return null;
end $$;
create trigger test_sets_usual_retention after insert on test referencing new table as added
  for each statement execute function set_usual_retention();

-- A laboratory that has set none gets them for its catalogue.
insert into specimen_retention (specimen, days)
select distinct specimen, usual_retention(specimen) from test
where usual_retention(specimen) is not null and not exists (select from specimen_retention);
