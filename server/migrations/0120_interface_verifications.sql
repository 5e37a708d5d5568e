-- Interface verifications of analysers (ISO 15189:2022, 7.6.3): values that an analyser showed, compared with the values received.
create table instrument_verification (
  site_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  started_by uuid not null references account,
  started_at timestamptz not null,
  -- Counts the changes of its comparisons.
  version int not null default 1 check (version > 0),
  signed_by uuid references account,
  signed_at timestamptz,
  -- SHA-256 of the mapping that was verified: the settings, codes and units by which messages are read.
  mapping_digest bytea check (octet_length(mapping_digest) = 32),
  -- The comparisons and the mapping as they were signed.
  content jsonb,
  pdf bytea,
  pdf_sha256 bytea check (octet_length(pdf_sha256) = 32),
  abandoned_by uuid references account,
  abandoned_at timestamptz,
  abandoned_reason text not null default '',
  primary key (site_id, id),
  foreign key (site_id, instrument_id) references instrument (site_id, id),
  constraint instrument_verification_signed_whole
    check (num_nonnulls(signed_by, signed_at, mapping_digest, content, pdf, pdf_sha256) in (0, 6)),
  constraint instrument_verification_abandoned_whole
    check (num_nonnulls(abandoned_by, abandoned_at) in (0, 2) and (abandoned_at is null) = (abandoned_reason = '')),
  check (signed_at is null or abandoned_at is null),
  check (pdf is null or pdf_sha256 = sha256(pdf))
);
create index instrument_verification_latest on instrument_verification (site_id, instrument_id, id);
create unique index instrument_verification_open on instrument_verification (site_id, instrument_id)
  where signed_at is null and abandoned_at is null;

-- A value that the analyser showed, for a value of a stored message.
create table instrument_comparison (
  site_id uuid not null,
  verification_id uuid not null,
  message_id uuid not null,
  -- Position among the values of the message, and the code there.
  position int not null check (position >= 0),
  code text not null,
  shown_sample text not null check (shown_sample <> ''),
  shown_value text not null check (shown_value <> ''),
  shown_unit text not null,
  entered_by uuid not null references account,
  entered_at timestamptz not null,
  primary key (site_id, verification_id, message_id, position),
  foreign key (site_id, verification_id) references instrument_verification (site_id, id),
  foreign key (site_id, message_id) references instrument_message (site_id, id)
);

create function keep_verification() returns trigger language plpgsql as $$
begin
  if old.signed_at is not null or old.abandoned_at is not null then
    raise exception 'A verification that is signed or abandoned does not change';
  end if;
  return new;
end $$;
create trigger instrument_verification_kept before update or delete on instrument_verification
  for each row execute function keep_verification();

create function keep_comparison() returns trigger language plpgsql as $$
declare
  compared record := case when tg_op = 'DELETE' then old else new end;
begin
  if exists (select from instrument_verification v where v.site_id = compared.site_id and v.id = compared.verification_id
      and (v.signed_at is not null or v.abandoned_at is not null)) then
    raise exception 'The comparisons of a verification that is signed or abandoned do not change';
  end if;
  return compared;
end $$;
create trigger instrument_comparison_kept before insert or update or delete on instrument_comparison
  for each row execute function keep_comparison();

comment on table instrument_verification is 'Interface verifications of analysers';
comment on column instrument_verification.id is 'Verification';
comment on column instrument_verification.instrument_id is 'Instrument';
comment on column instrument_verification.started_by is 'Account that started it';
comment on column instrument_verification.started_at is 'When it was started';
comment on column instrument_verification.signed_by is 'Account that signed it';
comment on column instrument_verification.signed_at is 'When it was signed';
comment on column instrument_verification.mapping_digest is 'SHA-256 of the mapping that was verified';
comment on column instrument_verification.pdf_sha256 is 'SHA-256 of the signed PDF';
comment on column instrument_verification.abandoned_by is 'Account that abandoned it';
comment on column instrument_verification.abandoned_at is 'When it was abandoned';
comment on column instrument_verification.abandoned_reason is 'Why it was abandoned';
comment on table instrument_comparison is 'Values that an analyser showed, for values of its messages';
comment on column instrument_comparison.verification_id is 'Verification';
comment on column instrument_comparison.message_id is 'Message that contains the value';
comment on column instrument_comparison.position is 'Position among the values of the message';
comment on column instrument_comparison.code is 'Code of the instrument';
comment on column instrument_comparison.shown_sample is 'Sample number that the instrument showed';
comment on column instrument_comparison.shown_value is 'Value that the instrument showed';
comment on column instrument_comparison.shown_unit is 'Unit that the instrument showed';
comment on column instrument_comparison.entered_by is 'Account that entered it';
comment on column instrument_comparison.entered_at is 'When it was entered';
