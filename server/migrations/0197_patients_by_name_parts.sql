-- Programs search patients by family name and given names.
create index person_family_parts on person using gin (family_name gin_trgm_ops) where replaced_by is null and family_name <> '';
create index person_given_parts on person using gin (given_names gin_trgm_ops) where replaced_by is null and given_names <> '';
