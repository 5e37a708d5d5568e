-- On which day the weeks of calendars and tables begin. `locale`: as the language of the reader has it. See docs/decisions/0160.
alter table laboratory add column week_start text not null default 'locale'
  check (week_start in ('locale', 'monday', 'saturday', 'sunday'));
comment on column laboratory.week_start is 'Day on which weeks begin: monday, saturday, sunday, or locale';
