-- Messages with a code or a link for one use leave before all others: somebody waits for them at the log-in.
create index outbox_urgent on outbox (due_at) where state in ('planned', 'sending') and secret is not null;
