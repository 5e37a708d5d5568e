-- Whoever keeps sessions in memory hears of every change of what is kept of their accounts.
create trigger access_is_told after update of role, status, permissions, full_name, email on account
  for each statement execute function tell_session();
drop trigger permissions_are_told on account;
-- The sites of staff are in an order in which closed ones come last.
create trigger site_closing_is_told after update of closed_at on site
  for each statement execute function tell_session();

-- Its statement is part of those that ask it of many visits.
drop function account_told(uuid, uuid);
