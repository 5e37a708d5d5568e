-- Invoices hold what was done. A charge or discount is on an invoice only if samples of its visit were collected until the end of the month
-- of the invoice; a reversal only if it takes back an entry of an earlier invoice.

-- Entries of other payers than patients. Queries repeat the condition word for word, or the index is not used.
create index ledger_posting_by_payer on ledger_posting (payer_id, at)
  where payer_id <> '01900000-0000-7000-8000-0000000000a1' and kind in ('charge', 'discount', 'reversal');

create or replace function check_invoice() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from invoice_posting where invoice_id = new.id) is distinct from new.total then
    raise exception 'Invoice % is not the sum of its entries', new.id
      using errcode = 'check_violation', constraint = 'invoice_adds_up';
  end if;
  if exists (
    select from invoice_posting ip join ledger_posting p on p.id = ip.posting_id join site s on s.id = p.site_id
      left join ledger_line l on l.posting_id = p.id and l.account = 'receivable'
    where ip.invoice_id = new.id and not (
      p.payer_id = new.payer_id and p.currency = new.currency and l.amount is not distinct from ip.amount
      and case p.kind
        when 'reversal' then exists (
          select from invoice_posting earlier where earlier.posting_id = p.reverses and earlier.invoice_id <> new.id)
        else p.kind in ('charge', 'discount') and exists (
          select from sample c where c.site_id = p.site_id and c.visit_id = p.visit_id
            and (c.collected_at at time zone s.time_zone)::date < new.month + interval '1 month')
      end)) then
    raise exception 'Invoice % has an entry of another payer, in another amount, or of what was not done', new.id
      using errcode = 'check_violation', constraint = 'invoice_of_what_was_done';
  end if;
  return null;
end $$;
