-- For searches by the beginning of an address; the unique index has only active accounts, and another order of letters.
create index account_by_email on account (lower(email) text_pattern_ops);
