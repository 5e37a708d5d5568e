-- Profiles of analysers that were imported from a file.
create table instrument_profile (
  key text primary key check (key ~ '^[a-z0-9][a-z0-9-]*$'),
  name text not null check (name <> ''),
  source text not null,
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  codes jsonb not null check (jsonb_typeof(codes) = 'array'),
  imported_by uuid not null references account,
  imported_at timestamptz not null
);
