-- A phone number by which somebody signs in: who proved to have it, with a code by SMS. An account has an e-mail address, such
-- a number, or both. See docs/decisions/0048.

-- With country code, + and digits.
alter table account add column sign_in_phone text check (sign_in_phone ~ '^\+[0-9]{7,15}$');
alter table account
  add check (sign_in_phone is null or role = 'user'),
  add check (email <> '' or sign_in_phone is not null);
drop index account_email;
create unique index account_email on account (lower(email)) where status = 'Active' and email <> '';
create unique index account_sign_in_phone on account (sign_in_phone) where status = 'Active';

-- Either asks for an address or for a number; who signs up with a number has no password yet.
alter table registration
  add column phone text not null default '',
  alter column password_hash drop not null,
  add check ((email = '') <> (phone = '')),
  add check (email = '' or password_hash is not null);
create index registration_by_phone on registration (phone, created_at) where phone <> '';

alter table one_time_token
  drop constraint one_time_token_purpose_check,
  add constraint one_time_token_purpose_check
    check (purpose in ('reset_password', 'change_email', 'set_up', 'issuer_sign_in', 'log_in_by_phone', 'change_phone'));
