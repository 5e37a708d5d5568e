-- Each change of a message's state writes an entry into every index of the table. Nothing searches by the provider's id, and numbers are
-- found through `outbox_to` as addresses are.
drop index outbox_provider_id;
drop index outbox_to_phone;
