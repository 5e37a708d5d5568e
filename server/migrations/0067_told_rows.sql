-- Only rows that changed are notified of: a statement that finds no session or changes nothing clears no cache. PostgreSQL
-- sends equal notifications of a transaction once.
create or replace trigger session_end_is_told after delete on session
  for each row execute function tell_session();
create or replace trigger sites_are_told after insert or delete on account_site
  for each row execute function tell_session();
drop trigger access_is_told on account;
create trigger access_is_told after update of role, status, permissions, full_name, email on account
  for each row when (
    (old.role, old.status, old.permissions, old.full_name, old.email)
    is distinct from (new.role, new.status, new.permissions, new.full_name, new.email)
  )
  execute function tell_session();
drop trigger site_closing_is_told on site;
create trigger site_closing_is_told after update of closed_at on site
  for each row when (old.closed_at is distinct from new.closed_at)
  execute function tell_session();
