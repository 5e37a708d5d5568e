create table contact_message (
  id uuid primary key,
  name text not null check (name <> ''),
  email text not null check (email <> ''),
  message text not null check (message <> ''),
  network text not null,
  received_at timestamptz not null
);
