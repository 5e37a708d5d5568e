-- Nobody who speaks Twi has checked the built-in texts before they are delivered. A manager confirms that a speaker has.
alter table laboratory
  add column twi_confirmed_at timestamptz,
  add column twi_confirmed_by uuid references account
    constraint laboratory_twi_confirmed check (num_nonnulls(twi_confirmed_at, twi_confirmed_by) in (0, 2));
comment on column laboratory.twi_confirmed_at is 'When a manager confirmed that a speaker has checked the texts in Twi';
comment on column laboratory.twi_confirmed_by is 'Account that confirmed the texts in Twi';
