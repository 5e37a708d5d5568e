-- A referral laboratory that is ended leaves its name and its tests to others.
delete from referral_test u using referral_laboratory l where l.id = u.laboratory_id and l.ended_at is not null;
drop index referral_laboratory_name;
create unique index referral_laboratory_name on referral_laboratory (lower(name)) where ended_at is null;
