-- Orders that are sent to analysers: in answer to a query, or when a sample is received.

-- Orders are sent for samples that are received after this time; null: orders are sent only in answer to queries.
alter table instrument add column orders_since timestamptz;
-- Whether orders have the name, sex and date of birth of the patient.
alter table instrument add column sends_patient boolean not null default false;
comment on column instrument.orders_since is 'Orders of samples received since this time are sent; empty: only in answer to queries';
comment on column instrument.sends_patient is 'Whether orders have the name, sex and date of birth of the patient';

-- Received: query. Sent by this server: waiting, sent, refused, and overtaken if the orders are no longer needed before they are sent.
alter table instrument_message drop constraint instrument_message_state_check;
alter table instrument_message add constraint instrument_message_state_check
  check (state in ('received', 'read', 'trial', 'cut', 'other', 'unreadable', 'query', 'waiting', 'sent', 'refused', 'overtaken'));
create index instrument_message_waiting on instrument_message (site_id, instrument_id, id) where state = 'waiting';

-- The order of a task that is sent to an instrument when the sample is received. The key lets it be sent only once.
create table instrument_order (
  site_id uuid not null,
  instrument_id uuid not null,
  task_id uuid not null,
  sample_id uuid not null,
  -- The ordered codes of the instrument.
  codes text[] not null check (cardinality(codes) > 0),
  order_message_id uuid not null,
  -- The message that withdraws the order.
  cancel_message_id uuid,
  -- Completed, withdrawn, or not needed before it was sent.
  settled_at timestamptz,
  primary key (site_id, instrument_id, task_id),
  foreign key (site_id, instrument_id) references instrument (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id),
  foreign key (site_id, sample_id) references sample (site_id, id),
  foreign key (site_id, order_message_id) references instrument_message (site_id, id),
  foreign key (site_id, cancel_message_id) references instrument_message (site_id, id),
  check (cancel_message_id is null or settled_at is not null)
);
create index instrument_order_open on instrument_order (site_id, instrument_id) where settled_at is null;
create index instrument_order_message on instrument_order (site_id, order_message_id);
comment on column instrument_order.instrument_id is 'Instrument';
comment on column instrument_order.task_id is 'Task';
comment on column instrument_order.sample_id is 'Sample';
comment on column instrument_order.codes is 'Ordered codes of the instrument';
comment on column instrument_order.order_message_id is 'Message with the order';
comment on column instrument_order.cancel_message_id is 'Message that withdraws the order';
comment on column instrument_order.settled_at is 'When the order was completed, withdrawn or no longer needed';
