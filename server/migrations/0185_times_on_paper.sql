-- Results, collections and receipts that were written on a downtime form, with their times on the paper and the time of entry.
create index downtime_form_accessions on downtime_form using gin (accessions);

alter table sample
  add column collection_entered_at timestamptz,
  add column receipt_entered_at timestamptz,
  add column receipt_entered_by uuid references account,
  add constraint sample_collection_entered check (collected_at <= collection_entered_at),
  add constraint sample_receipt_entered check (num_nonnulls(receipt_entered_at, receipt_entered_by) in (0, 2)
    and (receipt_entered_at is null or (received_at is not null and received_at <= receipt_entered_at))),
  -- For rows that are written from now on.
  add constraint sample_received_after_collection check (collected_at <= received_at) not valid;
comment on column sample.collection_entered_at is 'When the collection was entered from a downtime form; empty: when it was collected';
comment on column sample.receipt_entered_at is 'When the receipt was entered from a downtime form; empty: when it was received';
comment on column sample.receipt_entered_by is 'Account that entered the receipt from a downtime form';

alter table task
  add column measured_at timestamptz,
  add column measured_by uuid references account,
  add constraint task_measured check (num_nonnulls(measured_at, measured_by) in (0, 2)
    and (measured_at is null or (results_saved_at is not null and measured_at <= results_saved_at)));
comment on column task.measured_at is 'When the results were measured, as written on a downtime form; empty: when they were entered';
comment on column task.measured_by is 'Account that measured the results and wrote them on a downtime form';

alter table repeated_result
  add column measured_at timestamptz,
  add column measured_by uuid references account,
  add constraint repeated_result_measured check (num_nonnulls(measured_at, measured_by) in (0, 2)
    and (measured_at is null or measured_at <= entered_at));
comment on column repeated_result.measured_at is 'When the results were measured, as written on a downtime form; empty: when they were entered';
comment on column repeated_result.measured_by is 'Account that measured the results and wrote them on a downtime form';

-- Only samples with a label of a downtime form have a time that lies before its entry, and none before the form was printed. A
-- receipt is changed only by an entry from the form, and never to a time after a result.
create function check_times_of_sample() returns trigger language plpgsql as $$
begin
  if (new.collection_entered_at is not null or new.receipt_entered_at is not null) and not exists (
    select from downtime_form f where f.accessions @> array[new.accession] and f.site_id = new.site_id
      and f.printed_at <= new.collected_at)
  then
    raise exception 'sample % has no downtime form that was printed before its collection', new.accession
      using errcode = 'check_violation', constraint = 'sample_times_of_form', table = 'sample';
  end if;
  if tg_op = 'UPDATE' and old.received_at is distinct from new.received_at then
    if old.received_at is not null and new.receipt_entered_at is null then
      raise exception 'the receipt of sample % cannot be changed', new.accession
        using errcode = 'check_violation', constraint = 'sample_receipt_of_form', table = 'sample';
    end if;
    if exists (select from task k where k.site_id = new.site_id and k.sample_id = new.id and k.measured_at < new.received_at)
    then
      raise exception 'sample % has a result from before this receipt', new.accession
        using errcode = 'check_violation', constraint = 'sample_received_before_results', table = 'sample';
    end if;
  end if;
  return new;
end $$;
create trigger sample_times before insert or update of collected_at, collection_entered_at, received_at, receipt_entered_at
  on sample for each row execute function check_times_of_sample();

-- A result has a time before its entry only if its sample has a label of the form of its visit and was received before.
create function check_time_of_results() returns trigger language plpgsql as $$
declare
  received timestamptz;
begin
  -- Waits for a change of the receipt.
  select s.received_at into received from sample s
    join downtime_form f on f.site_id = s.site_id and f.visit_id = s.visit_id and s.accession = any(f.accessions)
    where s.site_id = new.site_id and s.id = new.sample_id for share of s;
  if not found then
    raise exception 'the sample of task % has no downtime form', new.id
      using errcode = 'check_violation', constraint = 'task_measured_of_form', table = 'task';
  end if;
  if received is null or received > new.measured_at then
    raise exception 'task % was measured before its sample was received', new.id
      using errcode = 'check_violation', constraint = 'task_measured_after_receipt', table = 'task';
  end if;
  return new;
end $$;
create trigger task_measured before insert or update of measured_at, sample_id on task
  for each row when (new.measured_at is not null) execute function check_time_of_results();
