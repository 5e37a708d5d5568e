-- What a year of a million visits, 1.6 million tasks and 300,000 messages was found to need.

-- All tasks of a visit, withdrawn ones too, for its history and its audit: a walk through all tasks before.
create index task_by_visit on task (site_id, visit_id);
-- Few messages are no e-mail: a page of them was looked for in all others.
create index outbox_by_channel on outbox (channel, id) where channel <> 'email';
