-- Who wants last month's figures by e-mail, and since when.
create table insight_subscription (
  account_id uuid primary key references account,
  since timestamptz not null
);

-- One for each person and month, whoever makes it. The paper is kept until its e-mail is surely out or given up.
create table insight_mail (
  account_id uuid not null references account,
  month date not null check (extract(day from month) = 1),
  made_at timestamptz not null,
  pdf bytea,
  primary key (account_id, month)
);
create index insight_mail_with_paper on insight_mail (made_at) where pdf is not null;
