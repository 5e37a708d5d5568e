-- When technicians were told that values of a message have been held for an hour; null: not told.
alter table instrument_message add column told_at timestamptz;
create index instrument_message_told on instrument_message (site_id, instrument_id, told_at) where told_at is not null;
