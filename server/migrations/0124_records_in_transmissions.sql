-- Analysers that send each record as a transmission of its own: their records are joined until the terminator record.
alter table instrument add column joins_records boolean not null default false;
comment on column instrument.joins_records is 'Whether each record is a transmission of its own';

alter table instrument_message drop constraint instrument_message_state_check;
-- part: further records are awaited; repeated: the joined records are a message that was received before.
alter table instrument_message add constraint instrument_message_state_check
  check (state in ('received', 'read', 'trial', 'cut', 'other', 'unreadable', 'query', 'waiting', 'sent', 'refused', 'overtaken',
    'part', 'repeated'));
create unique index instrument_message_part on instrument_message (site_id, instrument_id) where state = 'part';

-- Where the last record of a joined message begins: the same record again is a retransmission.
alter table instrument_message add column last_record int;
comment on column instrument_message.last_record is 'Position of the last record of a message that is joined from transmissions';
