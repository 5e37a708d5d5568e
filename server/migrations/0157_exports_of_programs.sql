-- Bulk exports that programs have begun. Their files are written while they are read. See docs/decisions/0110.
create table api_export (
  id uuid primary key,
  client_id uuid not null references api_client,
  types text[] not null check (cardinality(types) > 0),
  -- Only what was updated from then on; null: everything.
  since timestamptz,
  -- What the program asked for, as it sent it.
  request text not null check (length(request) <= 4000),
  created_at timestamptz not null
);
create index api_export_by_client on api_export (client_id);
create index api_export_by_age on api_export (created_at);
