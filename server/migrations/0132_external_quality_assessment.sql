-- External quality assessment (ISO 15189:2022, 7.3.7.3): schemes, their rounds, and the reported and assessed results.
create table eqa_scheme (
  id uuid primary key,
  site_id uuid not null references site,
  name text not null check (name <> ''),
  provider text not null check (provider <> ''),
  ended_at timestamptz,
  version int not null default 1 check (version > 0),
  unique (site_id, id)
);
create unique index eqa_scheme_name on eqa_scheme (site_id, lower(name)) where ended_at is null;

create table eqa_round (
  id uuid primary key,
  site_id uuid not null,
  scheme_id uuid not null,
  name text not null check (name <> ''),
  received_on date not null,
  -- The last day on which the provider takes results.
  due_on date not null,
  added_by uuid not null references account,
  added_at timestamptz not null,
  sent_at timestamptz,
  sent_by uuid references account,
  version int not null default 1 check (version > 0),
  unique (site_id, id),
  foreign key (site_id, scheme_id) references eqa_scheme (site_id, id),
  constraint eqa_round_due_after_receipt check (due_on >= received_on),
  check ((sent_at is null) = (sent_by is null))
);
create unique index eqa_round_name on eqa_round (scheme_id, lower(name));
create index eqa_round_open on eqa_round (site_id, due_on) where sent_at is null;

-- The z score: as the provider calculated it, or from the provider's target and SD. Two decimals, as providers report it.
create function eqa_z(value numeric, target numeric, sd numeric, score numeric) returns numeric
  language sql immutable return round(coalesce(score, (value - target) / sd), 2);

-- A z score of at most 2 is acceptable, from 3 on it has failed (ISO 13528:2022, 9.4.2). An answer is the expected one, or has failed.
create function eqa_verdict(z numeric, answer text, expected text) returns text
  language sql immutable return case
    when abs(z) <= 2 then 'acceptable' when abs(z) < 3 then 'warning' when z is not null then 'failed'
    when answer = '' or expected = '' then null
    when lower(answer) = lower(expected) then 'acceptable' else 'failed' end;

create table eqa_result (
  id uuid primary key,
  site_id uuid not null,
  round_id uuid not null,
  position int not null check (position >= 0),
  sample text not null check (sample <> ''),
  analyte_code text not null references analyte,
  -- What we report: a number, or an answer in words. Neither: not reported.
  value numeric,
  answer text not null default '',
  entered_by uuid references account,
  entered_at timestamptz,
  -- What the provider returns.
  target numeric,
  sd numeric,
  score numeric,
  expected text not null default '',
  assessed_by uuid references account,
  assessed_at timestamptz,
  z numeric generated always as (eqa_z(value, target, sd, score)) stored,
  verdict text generated always as (eqa_verdict(eqa_z(value, target, sd, score), answer, expected)) stored,
  nonconformity_id uuid unique references nonconformity,
  unique (round_id, sample, analyte_code),
  foreign key (site_id, round_id) references eqa_round (site_id, id),
  constraint eqa_result_number_or_answer check (value is null or answer = ''),
  constraint eqa_result_entered check ((entered_at is null) = (entered_by is null)
    and (entered_at is not null or value is null and answer = '')),
  constraint eqa_result_sd check (sd > 0 and (sd is null or target is not null)),
  constraint eqa_result_assessed check ((assessed_at is null) = (assessed_by is null)
    and (assessed_at is not null or num_nonnulls(target, sd, score) = 0 and expected = '')
    and (value is not null or num_nonnulls(target, sd, score) = 0) and (answer <> '' or expected = ''))
);
create index eqa_result_of_analyte on eqa_result (analyte_code, site_id) where verdict is not null;

-- Results are assessed only after the round was sent, and what was sent is what is assessed.
create function keep_sent_eqa_result() returns trigger language plpgsql as $$
declare is_sent boolean;
begin
  select r.sent_at is not null into is_sent from eqa_round r where r.id = new.round_id for share;
  if is_sent and (new.value is distinct from old.value or new.answer <> old.answer) then
    raise exception 'The round was sent' using errcode = 'check_violation', constraint = 'eqa_result_sent';
  end if;
  if not is_sent and new.assessed_at is not null then
    raise exception 'The round was not sent' using errcode = 'check_violation', constraint = 'eqa_result_not_sent';
  end if;
  return new;
end $$;
create trigger eqa_result_kept before update on eqa_result for each row execute function keep_sent_eqa_result();

comment on table eqa_scheme is 'Schemes of external quality assessment';
comment on column eqa_scheme.id is 'Id';
comment on column eqa_scheme.name is 'Name';
comment on column eqa_scheme.provider is 'Provider';
comment on column eqa_scheme.ended_at is 'When the site stopped taking part';
comment on column eqa_scheme.version is 'Version';
comment on table eqa_round is 'Rounds of schemes';
comment on column eqa_round.id is 'Id';
comment on column eqa_round.scheme_id is 'Scheme';
comment on column eqa_round.name is 'Name of the round';
comment on column eqa_round.received_on is 'Day on which the samples arrived';
comment on column eqa_round.due_on is 'Last day on which the provider takes results';
comment on column eqa_round.added_by is 'Account that added it';
comment on column eqa_round.added_at is 'When it was added';
comment on column eqa_round.sent_at is 'When the results were sent to the provider';
comment on column eqa_round.sent_by is 'Account that sent them';
comment on column eqa_round.version is 'Version';
comment on table eqa_result is 'Reported and assessed results of rounds';
comment on column eqa_result.id is 'Id';
comment on column eqa_result.round_id is 'Round';
comment on column eqa_result.position is 'Position in the round';
comment on column eqa_result.sample is 'Sample of the round';
comment on column eqa_result.analyte_code is 'Analyte';
comment on column eqa_result.value is 'Reported value';
comment on column eqa_result.answer is 'Reported answer in words';
comment on column eqa_result.entered_by is 'Account that entered it';
comment on column eqa_result.entered_at is 'When it was entered';
comment on column eqa_result.target is 'Target of the provider';
comment on column eqa_result.sd is 'Standard deviation of the provider';
comment on column eqa_result.score is 'z score as calculated by the provider';
comment on column eqa_result.expected is 'Expected answer in words';
comment on column eqa_result.assessed_by is 'Account that entered the assessment';
comment on column eqa_result.assessed_at is 'When the assessment was entered';
comment on column eqa_result.z is 'z score: of the provider, or from target and standard deviation';
comment on column eqa_result.verdict is 'acceptable, warning or failed';
comment on column eqa_result.nonconformity_id is 'Nonconformity about the failed result';
