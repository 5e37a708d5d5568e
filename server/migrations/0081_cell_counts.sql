-- How the laboratory writes counts of cells: 10³/µL or 10⁹/L, which are the same number.
alter table laboratory add column cell_counts text not null default 'per_microlitre'
  check (cell_counts in ('per_microlitre', 'per_litre'));
comment on column laboratory.cell_counts is 'Unit of counts of cells: per_microlitre or per_litre';
