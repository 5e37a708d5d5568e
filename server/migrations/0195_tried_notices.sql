-- A notice may have arrived although no answer came, so its withdrawal is sent too. See docs/decisions/0142.

alter table case_notice add column tried_at timestamptz;
comment on column case_notice.tried_at is 'When the latest attempt to send it began';
update case_notice set tried_at = coalesce(told_at, decided_at) where told_at is not null or attempts > 0;
alter table case_notice
  add constraint case_notice_tried check (tried_at is not null or told_at is null and state <> 'sending'),
  add constraint case_notice_withdrawal_told check (state <> 'withdrawn' or tried_at is null or told_at is not null);
