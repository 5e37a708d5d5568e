-- Analysers that write their results into files.
alter table instrument drop constraint instrument_protocol_check;
alter table instrument add constraint instrument_protocol_check check (protocol in ('astm', 'hl7', 'csv'));
alter table instrument drop constraint instrument_way_check;
alter table instrument add constraint instrument_way_check check (way in ('listen', 'connect', 'folder'));
-- The folder below INSTRUMENTS_FOLDER.
alter table instrument add column folder text not null default '';
-- The names of the columns: sample, code, value, unit, time, flags, operator; null: not files.
alter table instrument add column csv jsonb;
alter table instrument add constraint instrument_files check ((way = 'folder') = (folder <> '')
  and (way = 'folder') = (protocol = 'csv') and (way = 'folder') = (csv is not null));
create unique index instrument_folder on instrument (lower(folder)) where way = 'folder';
comment on column instrument.folder is 'Folder of the files';
comment on column instrument.csv is 'Names of the columns of the files';
