-- Webhooks that programs add by themselves, as FHIR Subscriptions. See docs/decisions/0111.
create table api_subscription (
  webhook_id uuid primary key references webhook,
  -- A search: the type with the parameters that a resource must match.
  criteria text not null check (criteria <> '' and length(criteria) <= 1000),
  -- Whether the program named a topic and gave the search as its filter.
  by_topic boolean not null,
  payload text not null check (payload in ('empty', 'id-only', 'full-resource')),
  reason text not null check (length(reason) <= 500),
  heartbeat_seconds int check (heartbeat_seconds between 60 and 86400),
  ends_at timestamptz,
  -- When the receiver accepted the handshake. No event is sent before.
  shaken_at timestamptz,
  -- When the latest heartbeat was sent.
  beat_at timestamptz,
  -- The events since the beginning, sent or about to be.
  events bigint not null default 0 check (events >= 0)
);
comment on table api_subscription is 'Webhooks that programs have added by themselves, as FHIR Subscriptions';
comment on column api_subscription.webhook_id is 'Webhook';
comment on column api_subscription.criteria is 'Search that a resource must match';
comment on column api_subscription.by_topic is 'Whether the program named a topic';
comment on column api_subscription.payload is 'What is sent of a resource';
comment on column api_subscription.reason is 'Reason given by the program';
comment on column api_subscription.heartbeat_seconds is 'Seconds between heartbeats; empty: none';
comment on column api_subscription.ends_at is 'When it ends by itself';
comment on column api_subscription.shaken_at is 'When the receiver accepted it';
comment on column api_subscription.events is 'Events since the beginning';

-- What is sent is never changed: another subscription is created.
create function keep_api_subscription() returns trigger language plpgsql as $$
begin
  if (new.webhook_id, new.criteria, new.by_topic, new.payload, new.reason, new.heartbeat_seconds)
    is distinct from (old.webhook_id, old.criteria, old.by_topic, old.payload, old.reason, old.heartbeat_seconds)
    or new.events < old.events then
    raise exception 'the criteria and the payload of a subscription are kept';
  end if;
  return new;
end $$;
create trigger api_subscription_is_kept before update on api_subscription for each row execute function keep_api_subscription();

-- The number of the event in its subscription.
alter table webhook_delivery add column number bigint check (number > 0);
create unique index webhook_delivery_number on webhook_delivery (webhook_id, number) where number is not null;

-- There are more types of resources now.
alter table api_client drop constraint api_client_scopes_check;
alter table api_client add constraint api_client_scopes_check check (cardinality(scopes) between 1 and 40);
