-- Entries are found by position, subject, person, action and time, never by id: the position is the key, with the index that
-- it has already.
alter table audit drop constraint audit_pkey;
alter table audit add constraint audit_pkey primary key using index audit_in_order;
