-- The logo as papers carry it: small, opaque and known to be whole, so that drawing a report never fails by it and costs
-- nothing. A logo from before is printed once it is chosen again.
alter table laboratory_logo add column print bytea check (octet_length(print) between 1 and 409600);
alter table laboratory_logo alter column print set storage external;
