create table health_card_key (
  -- The SHA-256 thumbprint of the public key (RFC 7638), in base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{43}$'),
  -- P-256, PKCS 8. Null: the key is retired, and only verifies earlier cards.
  private_key bytea,
  -- A JSON Web Key.
  public_key jsonb not null,
  created_at timestamptz not null
);

-- SMART Health Cards of reports that patients have made. The cards themselves are not kept. See docs/decisions/0165.
create table health_card (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  version int not null,
  -- Names the card in the list of revoked cards, and nothing else.
  rid text not null unique check (rid ~ '^[A-Za-z0-9_-]{1,24}$'),
  key_id text not null references health_card_key,
  made_by uuid not null references account,
  made_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, visit_id, version) references report (site_id, visit_id, version)
);
create index health_card_of_report on health_card (site_id, visit_id, version);
create index health_card_of_key on health_card (key_id);
comment on table health_card is 'SMART Health Cards of reports that patients have made';
comment on column health_card.site_id is 'Site';
comment on column health_card.id is 'Card';
comment on column health_card.visit_id is 'Visit';
comment on column health_card.version is 'Version of the report that it holds';
comment on column health_card.rid is 'Name by which it is revoked';
comment on column health_card.key_id is 'Key that signed it';
comment on column health_card.made_by is 'Account that made it';
comment on column health_card.made_at is 'When it was made';
create trigger health_card_is_frozen before update or delete on health_card
  for each row execute function refuse_change();

-- A key is only retired: what it has signed is verified by its public part.
create function keep_health_card_key() returns trigger language plpgsql as $$
begin
  if (new.id, new.public_key, new.created_at) is distinct from (old.id, old.public_key, old.created_at)
    or new.private_key is not null and new.private_key is distinct from old.private_key then
    raise exception 'a key of health cards is only retired';
  end if;
  return new;
end $$;
create trigger health_card_key_is_kept before update on health_card_key
  for each row execute function keep_health_card_key();
