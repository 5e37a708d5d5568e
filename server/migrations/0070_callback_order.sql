-- Critical values that nobody was told of in time go to the next member of staff, until somebody is told.
create table callback_order (
  position int primary key check (position > 0),
  account_id uuid not null unique references account
);
comment on column callback_order.position is 'Place in the order';
comment on column callback_order.account_id is 'Account';

alter table laboratory
  add column callback_step_minutes int not null default 10 check (callback_step_minutes between 1 and 240);
comment on column laboratory.callback_step_minutes is 'Minutes until a critical value that was not told goes to the next';

alter table callback
  -- The last position of the order that it went to; 0: it is still with the person who entered it.
  add column step int not null default 0 check (step >= 0),
  add column held_by uuid references account,
  add column held_since timestamptz,
  add constraint callback_is_held check (num_nonnulls(held_by, held_since) in (0, 2) and (step = 0) = (held_by is null));
comment on column callback.step is 'Place in the order of staff that it has gone to';
comment on column callback.held_by is 'Account that is to tell it';
comment on column callback.held_since is 'Since when';
