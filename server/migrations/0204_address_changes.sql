-- Addresses that staff have entered for patients who can log in: a second person approves each. See docs/decisions/0149.
create table address_change (
  id uuid primary key,
  account_id uuid not null references account,
  email text not null check (email <> ''),
  asked_by uuid not null references account,
  asked_at timestamptz not null,
  -- When the link is mailed at the earliest.
  mail_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > mail_at),
  approved_by uuid references account,
  approved_at timestamptz,
  -- Refused, overtaken by another change, or stopped by the patient.
  ended_at timestamptz,
  ended_by uuid references account,
  constraint address_change_approval check (num_nonnulls(approved_by, approved_at) in (0, 2)),
  constraint address_change_by_two check (approved_by <> asked_by)
);
create unique index address_change_open on address_change (account_id) where ended_at is null;
create index address_change_waiting on address_change (asked_at) where ended_at is null and approved_at is null;
comment on table address_change is 'Addresses that staff have entered for patients who can log in';
comment on column address_change.id is 'Change';
comment on column address_change.account_id is 'Whose address';
comment on column address_change.email is 'New address';
comment on column address_change.asked_by is 'Who entered it';
comment on column address_change.asked_at is 'When it was entered';
comment on column address_change.mail_at is 'When the link is mailed at the earliest';
comment on column address_change.expires_at is 'Until when it can be approved and confirmed';
comment on column address_change.approved_by is 'Who approved it';
comment on column address_change.approved_at is 'When it was approved';
comment on column address_change.ended_at is 'When it was refused, stopped or overtaken';
comment on column address_change.ended_by is 'Who refused or overtook it';

create trigger address_change_is_frozen before update on address_change for each row
  when (old.account_id is distinct from new.account_id or old.email is distinct from new.email
    or old.asked_by is distinct from new.asked_by or old.asked_at is distinct from new.asked_at
    or old.mail_at is distinct from new.mail_at or old.expires_at is distinct from new.expires_at
    or (old.approved_by is not null and old.approved_by is distinct from new.approved_by)
    or old.ended_at is not null)
  execute function refuse_change();

-- An address that staff have entered is taken into use only after a second person has approved it.
create function refuse_unapproved_address() returns trigger language plpgsql as $$
begin
  if exists (select from address_change c where c.account_id = new.id and lower(c.email) = lower(new.email)
      and c.ended_at is null and c.approved_at is null) then
    raise check_violation using message = 'a second person has not approved this address',
      constraint = 'address_change_unapproved', table = 'account';
  end if;
  return new;
end $$;
create trigger account_address_is_approved before update of email on account for each row
  when (lower(old.email) <> lower(new.email)) execute function refuse_unapproved_address();
