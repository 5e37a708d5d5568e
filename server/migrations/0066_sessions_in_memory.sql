-- Whoever keeps sessions in memory hears of every change of what is kept of their accounts.
create trigger access_is_told after update of role, status, permissions, full_name, email on account
  for each statement execute function tell_session();
drop trigger permissions_are_told on account;

-- Its statement is part of those that ask it of many visits.
drop function account_told(uuid, uuid);
