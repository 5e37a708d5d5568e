-- What signed-in patients write to the laboratory lies in the same inbox as the contact form. They read the answers in the product.
alter table contact_message
  add column account_id uuid references account,
  drop constraint contact_message_email_check,
  add constraint contact_message_can_be_answered check (email <> '' or account_id is not null);
create index contact_message_of_account on contact_message (account_id, id) where account_id is not null;
comment on column contact_message.account_id is 'Account that wrote it';
