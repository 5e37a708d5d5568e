create index hl7_message_sent on hl7_message (connection_id, control_id) where direction = 'out';
