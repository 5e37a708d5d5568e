-- Appointments that API clients have booked: each identifier of a client books once, and only these can it cancel.
create table api_appointment (
  client_id uuid not null references api_client,
  identifier text not null check (identifier <> ''),
  -- Of what was asked for under this identifier.
  request_hash bytea not null check (length(request_hash) = 32),
  site_id uuid not null,
  visit_id uuid not null,
  constraint api_appointment_once primary key (client_id, identifier),
  foreign key (site_id, visit_id) references visit (site_id, id),
  unique (site_id, visit_id)
);
