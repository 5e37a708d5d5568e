-- A charge that somebody took back is not made again by itself; one that fell away with its test, payer or visit is.
alter table ledger_posting add column by_hand boolean not null default false check (kind = 'reversal' or not by_hand);
comment on column ledger_posting.by_hand is 'Whether somebody took the entry back; otherwise it followed a change of the visit';
update ledger_posting set by_hand = true
  where kind = 'reversal' and reason not in ('The tests were changed', 'Another payer', 'Cancelled', 'Did not come');
