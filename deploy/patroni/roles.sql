-- Once, on the primary, as its account postgres:
-- psql -v owner_password="'…'" -v password="'…'" -f roles.sql
-- No role of the product is a superuser; phial cannot change the schema (decision 0044).
create role phial_owner login password :owner_password;
create role phial login password :password;
create database phial owner phial_owner encoding 'UTF8' template template0;
revoke all on database phial from public;
grant connect, temporary on database phial to phial;
-- So that the product can show how far its replicas are behind.
grant pg_monitor to phial;
