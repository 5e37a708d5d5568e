-- Screens and messages in Twi, for patients.
alter table account drop constraint account_language_check,
  add constraint account_language_check check (language in ('en', 'fr', 'tw'));
alter table registration drop constraint registration_language_check,
  add constraint registration_language_check check (language in ('en', 'fr', 'tw'));
alter table laboratory drop constraint laboratory_language_check,
  add constraint laboratory_language_check check (language in ('en', 'fr', 'tw'));
alter table message_text drop constraint message_text_language_check,
  add constraint message_text_language_check check (language in ('en', 'fr', 'tw'));
comment on column account.language is 'Language of their screens and messages';
