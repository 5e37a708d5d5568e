-- A message is read by staff as it was sent, and found by whom it went to.

alter table outbox
  -- What an e-mail or a push began with. `body` is now the text of every message that went out, as it went out, but for
  -- codes and the secret part of links, which are struck out.
  add column subject text;

-- By address, also of those about a visit whose person has another address by now; and by its beginning.
drop index outbox_to_person;
create index outbox_to on outbox (lower(recipient) text_pattern_ops, id) where recipient <> '';
