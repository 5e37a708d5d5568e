-- Whose holds without signing in count together: the SHA-256 of the network that asked. Null for a hold by somebody who is
-- signed in. See docs/decisions/0042.
alter table visit add column hold_network bytea check (hold_network is null or status = 'held');
create index visit_unsigned_hold on visit (hold_network, hold_expires_at) where hold_network is not null;
