-- One row that every process changes twice a second while it uses a replica: a replica that has a beat has every commit before it.
create table replica_beat (
  only_row boolean primary key default true check (only_row),
  beat bigint not null default 0
);
comment on table replica_beat is 'Counter by which a process knows how far a replica is behind';
insert into replica_beat default values;
