-- Connections with analysers that are encrypted.
alter table instrument add column tls boolean not null default false;
comment on column instrument.tls is 'Whether the connection is encrypted (TLS)';
