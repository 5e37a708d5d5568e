-- Programs search patients by a part of a name.
create index person_name_parts on person using gin (full_name gin_trgm_ops) where replaced_by is null;

-- Each type of resource has a scope of its own, so a client can have more than 20.
alter table api_client drop constraint api_client_scopes_check;
alter table api_client add constraint api_client_scopes_check check (cardinality(scopes) between 1 and 60);
