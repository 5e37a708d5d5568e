-- Passkeys (WebAuthn): the public half of a pair of keys, whose private half stays in the person's phone, computer or security key.
create table passkey (
  id uuid primary key,
  account_id uuid not null references account,
  -- Given by the owner.
  name text not null check (length(name) between 1 and 60),
  credential_id bytea not null,
  -- A COSE key.
  public_key bytea not null,
  -- The authenticator's count of signatures. It grows with each use; authenticators that do not count always send 0.
  sign_count bigint not null check (sign_count between 0 and 4294967295),
  transports text[] not null default '{}',
  created_at timestamptz not null,
  last_used_at timestamptz
);
create unique index passkey_credential on passkey (credential_id);
create index passkey_by_account on passkey (account_id);

-- A cached session says whether its account lacks a required second factor.
create trigger passkey_is_told after insert or delete on passkey
  for each row execute function tell_session();

create function keep_passkey() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.credential_id, new.public_key) is distinct from (old.account_id, old.credential_id, old.public_key) then
    raise exception 'a passkey cannot change its account or its key';
  end if;
  if new.sign_count < old.sign_count then
    raise exception 'the count of a passkey cannot go back';
  end if;
  return new;
end $$;
create trigger passkey_is_kept before update on passkey
  for each row execute function keep_passkey();

-- A challenge is signed once, by the account that it was made for; a challenge for a log-in has no account.
alter table one_time_token
  drop constraint one_time_token_purpose_check,
  add constraint one_time_token_purpose_check check (purpose in ('reset_password', 'change_email', 'set_up', 'issuer_sign_in',
    'log_in_by_phone', 'log_in_by_mail', 'change_phone', 'open_person', 'passkey_log_in', 'passkey_add', 'passkey_confirm')),
  add constraint one_time_token_passkey_check
    check ((purpose = 'passkey_log_in') <= (account_id is null)
      and (purpose in ('passkey_add', 'passkey_confirm')) <= (account_id is not null));

-- When the person of a session was last confirmed by a passkey.
alter table session add column confirmed_at timestamptz;
