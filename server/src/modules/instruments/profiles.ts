import { readdirSync, readFileSync } from 'node:fs'
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/instruments.ts'
import { type InstrumentProfileFile, instrumentProfileFile } from '#contract/instruments.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, required } from '#server/platform/errors.ts'
import { readCodes, readInstrument } from './queries-instruments.ts'
import { readProfiles, writeProfile } from './queries-profiles.ts'

/** The profiles of analysers: shipped files and imported profiles. `analyte: null`: values with the code are not used. */

const folder = new URL('../../../data/instruments/', import.meta.url)

export const shippedProfiles: readonly InstrumentProfileFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => instrumentProfileFile.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))))

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)

/** All profiles by name. Imported profiles that no longer fit the schema are left out. */
async function allProfiles({ db }: Context): Promise<InstrumentProfileFile[]> {
  const imported = (await readProfiles(db)).flatMap((row) => {
    const read = instrumentProfileFile.safeParse({ ...row, format: 'phial-instrument-profile', version: 1 })
    return read.success ? [read.data] : []
  })
  return [...shippedProfiles, ...imported].sort(byName)
}

export const profileOf = async (context: Context, key: string) =>
  (await allProfiles(context)).find((one) => one.key === key)

export const listProfiles = async (context: Context) =>
  (await allProfiles(context)).map(({ codes: _, ...profile }) => profile)

export async function importProfile(
  context: SignedIn,
  { format: _, version: _version, ...profile }: BodyOf<typeof contract.importInstrumentProfile>,
) {
  const { key, name, codes } = profile
  if (shippedProfiles.some((one) => one.key === key)) {
    throw invalid({ key: ['A shipped profile has this key; choose another'] })
  }
  await transact(context, async (inside) => {
    const { clock, actor } = inside
    await writeProfile(inside.db, {
      ...profile,
      settings: JSON.stringify(profile.settings),
      codes: JSON.stringify(codes),
      importedBy: actor.accountId,
      importedAt: clock.now(),
    })
    await audit(inside, {
      action: 'instrument.profile',
      subject: { kind: 'laboratory', id: key },
      after: { name, codes: codes.length },
    })
  })
  return { message: `The profile ${name} is imported.`, key }
}

const keyOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'analyser'

/** The settings and codes of an analyser as a profile. Codes that are not mapped yet are left out. */
export async function exportProfile({ db, actor }: SignedIn, id: string) {
  const row = required(await readInstrument(db, actor.sites, id), 'This analyser')
  const {
    name,
    protocol,
    way,
    port,
    encoding,
    checksum,
    acknowledged,
    joinsRecords,
    sampleAt,
    codeAt,
    controlPattern,
    csv,
    tls,
  } = row
  const codes = (await readCodes(db, row)).filter(({ isKnown }) => isKnown)
  const format = 'phial-instrument-profile' as const
  const settings = {
    protocol,
    way,
    port,
    encoding,
    checksum,
    acknowledged,
    joinsRecords,
    sampleAt,
    codeAt,
    controlPattern,
    csv,
    tls,
  }
  return {
    format,
    version: 1 as const,
    key: shippedProfiles.some(({ key }) => key === keyOf(name))
      ? `${keyOf(name).slice(0, 35)}-own`
      : keyOf(name),
    name,
    source: `Exported from an analyser that was added with the profile ${row.profile}.`,
    settings: { ...settings, sendsOrders: row.ordersSince !== null, sendsPatient: row.sendsPatient },
    codes: codes.map(({ code, analyte, unit, factor }) => ({ code, analyte, unit, factor })),
  }
}
