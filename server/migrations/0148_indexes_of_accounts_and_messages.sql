-- For searches by the beginning of an address; the unique index has only active accounts, and another order of letters.
create index account_by_email on account (lower(email) text_pattern_ops);

-- Each change of a message's state writes an entry into every index of the table. Nothing searches by the provider's id, and numbers are
-- found through `outbox_to` as addresses are.
drop index outbox_provider_id;
drop index outbox_to_phone;
