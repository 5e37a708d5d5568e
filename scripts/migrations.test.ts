import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The first migration that is checked. Earlier ones were made when no older version was in use. */
const first = '0205'
const folder = new URL('../server/migrations/', import.meta.url)

/** Statements that remove or change what an older version uses, or that require what it does not write. */
const breaking = [
  /\bdrop (table|view|column|function|type|schema)\b/,
  /\brename (to|column|constraint)\b/,
  /\balter column \w+ (set not null|drop default|(set data )?type)\b/,
  // A constraint of a new table or column does not begin with `add`.
  /\badd (constraint \w+ )?(check|unique|exclude|foreign key)\b/,
  /\badd column (if not exists )?\w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/,
]

/** The lines that would break a server of the version before, without a reason why they do not. */
const unsafeLines = (sql: string): string[] =>
  sql
    .split('\n')
    .filter(
      (line, index, lines) =>
        breaking.some((each) => each.test(line.replace(/--.*/, '').toLowerCase())) &&
        !/^-- (safe|second step): ./.test(lines[index - 1] ?? ''),
    )

it('a migration leaves the version before it working, or says why it does', () => {
  const unsafe = readdirSync(folder)
    .filter((name) => name >= first && name.endsWith('.sql'))
    .flatMap((name) =>
      unsafeLines(readFileSync(new URL(name, folder), 'utf8')).map((line) => `${name}: ${line.trim()}`),
    )
  expect(unsafe).toEqual([])
})

it('statements that would break the version before are found', () => {
  for (const line of [
    'alter table visit drop column chair;',
    'drop table desk;',
    'alter table visit rename column chair to place;',
    'alter table visit alter column chair set not null;',
    'alter table visit alter column chair type text;',
    'alter table visit add column floor int not null;',
    'alter table visit add constraint early check (starts_at < ends_at);',
  ])
    expect(unsafeLines(line)).toEqual([line])
  expect(
    unsafeLines('-- second step: version 0.2 reads `place`\nalter table visit drop column chair;'),
  ).toEqual([])
  for (const line of [
    'alter table visit add column floor int;',
    "alter table visit add column floor text not null default '';",
    'create table floor (number int not null check (number > 0));',
    '-- drop table desk',
  ])
    expect(unsafeLines(line)).toEqual([])
})
