-- Programs search visits by the time at which the patient came.
create index ticket_by_arrival on ticket (arrived_at);
