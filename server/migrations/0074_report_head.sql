-- What reports say besides results: how each test is done, who authorises, and the head and foot of the laboratory.
alter table laboratory
  add column report_page text not null default 'a4' check (report_page in ('a4', 'letter')),
  add column report_head text not null default '',
  add column report_foot text not null default '',
  add column accreditation text not null default '';
comment on column laboratory.report_page is 'Size of the page of reports: a4 or letter';
comment on column laboratory.report_head is 'Line at the head of reports';
comment on column laboratory.report_foot is 'Line at the foot of reports';
comment on column laboratory.accreditation is 'Accreditation, as reports state it';

-- Signatures and accreditation marks. Issued reports name a picture by its hash, so none is changed or removed.
create table report_picture (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  print bytea not null,
  added_at timestamptz not null
);
create trigger report_picture_is_append_only before update or delete on report_picture
  for each row execute function refuse_change();
alter table laboratory add column accreditation_mark bytea references report_picture;

-- How staff who release results are named on reports.
create table report_signatory (
  account_id uuid primary key references account,
  qualification text not null,
  licence_number text not null,
  signature bytea references report_picture,
  version int not null
);
comment on column report_signatory.account_id is 'Account';
comment on column report_signatory.qualification is 'Qualification, as reports state it';
comment on column report_signatory.licence_number is 'Number of the licence';
comment on column report_signatory.version is 'Version';

alter table test
  add column method text not null default '',
  add column instrument text not null default '',
  add column referred_to text not null default '';
comment on column test.method is 'Method, as reports state it';
comment on column test.instrument is 'Instrument, as reports state it';
comment on column test.referred_to is 'Laboratory that does the test, if it is done elsewhere';
