import type {
  readAnalyte as analyteContract,
  readCatalogue as catalogueContract,
  readCatalogueTest as testContract,
} from '#contract/catalogue.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { saidOf } from './loinc.ts'
import { presentChange, presentEntry, presentVersion } from './present-catalogue.ts'
import { readAnalyteRow, readEntries, readVersions } from './queries-analytes.ts'
import { readTest, readTests } from './queries-catalogue.ts'
import { changesOf } from './queries-changes.ts'
import { readPanels, testsWith } from './queries-panels.ts'

export async function readCatalogue({ db }: Context): Promise<ResponseInput<typeof catalogueContract>> {
  const tests = await readTests(db)
  const panels = await readPanels(db)
  return {
    tests: tests.map((test) => ({ ...test, analytes: panels.get(test.code) ?? [] })),
    analytes: (await readEntries(db, null)).map(presentEntry),
  }
}

/** @throws {Refusal} not found */
export async function readCatalogueTest(
  { db }: Context,
  code: string,
): Promise<ResponseInput<typeof testContract>> {
  const test = required(await readTest(db, code), 'This test')
  return {
    ...test,
    analytes: (await readEntries(db, code)).map(presentEntry),
    history: (await changesOf(db, { kind: 'test', id: code })).map(presentChange),
  }
}

/** @throws {Refusal} not found */
export async function readAnalyte(
  { db, clock }: Context,
  code: string,
): Promise<ResponseInput<typeof analyteContract>> {
  const analyte = required(await readAnalyteRow(db, code), 'This analyte')
  return {
    ...analyte,
    loinc: analyte.loinc === null ? null : saidOf(analyte.loinc, analyte.loincProperty),
    tests: await testsWith(db, code),
    intervals: (await readVersions(db, code, clock.now())).map(presentVersion),
    history: (await changesOf(db, { kind: 'analyte', id: code })).map(presentChange),
  }
}
