import type { Readable } from 'node:stream'
import { type CsvValue, csvLine, csvMark } from '#contract/csv.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import type { exportLaboratory as contract } from '#contract/transfer.ts'
import { confirmPassword } from '#server/modules/access/index.ts'
import {
  addDays,
  firstInstantOfLocal,
  instantOf,
  laboratorySettings,
  seesSite,
} from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notAllowed, Refusal } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { streamOf } from '#server/platform/stream-of.ts'
import { type ZipFile, zipOf } from '#server/platform/zip.ts'
import {
  type Extent,
  hasConfidentialTests,
  openSnapshot,
  readMeanings,
  walkFiles,
  walkSheet,
} from './queries-export.ts'
import { careSheets } from './queries-sheets-care.ts'
import { laboratorySheets } from './queries-sheets-laboratory.ts'
import { microbiologySheets } from './queries-sheets-microbiology.ts'
import { moneySheets } from './queries-sheets-money.ts'
import { runningSheets } from './queries-sheets-running.ts'
import { leftOut, type Sheet } from './sheet.ts'

export const sheets: readonly Sheet[] = [
  ...careSheets,
  ...laboratorySheets,
  ...microbiologySheets,
  ...moneySheets,
  ...runningSheets,
]

const exportsOfAccount = { name: 'exports of account', burst: 20, perSeconds: 3600 }

/**
 * Exports all data of the laboratory as a stream from one snapshot of the database. It asks for the password again, and
 * the audit trail names the person before the first byte is sent. The export includes confidential tests.
 */
export async function exportLaboratory(context: SignedIn, ask: BodyOf<typeof contract>): Promise<Readable> {
  const { actor, clock } = context
  if (!may(actor, 'confidential') && (await hasConfidentialTests(context.db)))
    throw notAllowed(whyNotPermitted('confidential'))
  await confirmPassword(context, ask.currentPassword)
  await spend(context, exportsOfAccount, actor.accountId)
  const extent = await extentOf(context, ask)
  const snapshot = await openSnapshot(context.db)
  if (!snapshot) {
    throw new Refusal('busy', 'Somebody is taking everything out at this moment. Please try again later.', {
      retryAfterSeconds: 60,
    })
  }
  try {
    await audit(context, {
      action: 'laboratory.exported',
      subject: { kind: 'laboratory', id: 'laboratory' },
      after: { from: ask.from ?? null, to: ask.to ?? null, files: ask.files, sites: actor.sites },
    })
    const readme = await describe(context, ask, await readMeanings(snapshot))
    const zip = zipOf(filesOf(snapshot, extent, ask.files, readme), clock.now())
    return streamOf(zip, () => snapshot.rollback().execute(), context.log)
  } catch (error) {
    await snapshot.rollback().execute()
    throw error
  }
}

const sheetsFor = (sites: readonly string[] | null) =>
  sites === null ? sheets : sheets.filter(({ site }) => site !== 'all')

async function extentOf(
  context: SignedIn,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Extent> {
  const { sites, closedSites } = await laboratorySettings(context)
  const zone = [...sites, ...closedSites].find(({ id }) => seesSite(context.actor, id))?.timeZone ?? 'UTC'
  const begin = (day: string) => instantOf(firstInstantOfLocal(zone, day, 0))
  return {
    sites: context.actor.sites,
    from: from ? begin(from) : null,
    to: to ? begin(addDays(to, 1)) : null,
  }
}

async function* filesOf(db: Db, extent: Extent, files: boolean, readme: string): AsyncGenerator<ZipFile> {
  yield { name: 'README.txt', content: Buffer.from(readme) }
  for (const sheet of sheetsFor(extent.sites)) {
    yield { name: sheet.file, content: linesOf(sheet, walkSheet(db, sheet, extent)) }
  }
  if (files) yield* walkFiles(db, extent)
}

async function* linesOf(
  sheet: Sheet,
  rows: AsyncGenerator<Record<string, unknown>[]>,
): AsyncGenerator<Buffer> {
  const names = Object.keys(sheet.columns)
  yield Buffer.from(csvMark + csvLine(names))
  for await (const part of rows) {
    yield Buffer.from(part.map((row) => csvLine(names.map((name) => plain(row[name])))).join(''))
  }
}

/** Instants as ISO 8601 in UTC, lists with semicolons between, everything else that has parts as JSON. */
function plain(value: unknown): CsvValue {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('; ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
}

async function describe(
  context: SignedIn,
  ask: BodyOf<typeof contract>,
  meanings: ReadonlyMap<string, string>,
): Promise<string> {
  const { actor, clock } = context
  const { name } = await laboratorySettings(context)
  const period =
    ask.from || ask.to ? `from ${ask.from ?? 'the beginning'} to ${ask.to ?? 'the end'}` : 'of all times'
  const lines = [
    `Everything that ${name} owns, ${period}.`,
    `Taken out by ${actor.fullName} at ${clock.now().toISOString()}, in one state of the database.`,
    ...(actor.sites === null
      ? []
      : [
          'Only of the sites that this person sees; what belongs to no site and is about people is not in here.',
        ]),
    '',
    'CSV files: UTF-8, separated by commas, quoted as in RFC 4180, the first line has the names of the columns.',
    'Instants are ISO 8601 in UTC. Lists have semicolons between their parts. Empty: nothing is known.',
    "A text that a spreadsheet would take for a formula has an apostrophe (') before it.",
    ...(ask.files ? [] : ['Reports and attached files were not asked for.']),
    '',
    ...sheetsFor(actor.sites).flatMap((sheet) => [
      `${sheet.file}: ${sheet.about}${sheet.at ? '' : ' (not narrowed by the period)'}`,
      ...Object.entries(sheet.columns).map(
        ([column, { about }]) => `  ${column}: ${about ?? meanings.get(`${sheet.tables[0]}.${column}`)}`,
      ),
      '',
    ]),
    'Not in here: passwords, and links and codes by which somebody enters; and of the tables of the database',
    ...Object.entries(leftOut).map(([table, why]) => `  ${table}: ${why}`),
    '',
  ]
  return lines.join('\r\n')
}
