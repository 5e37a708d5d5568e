import type { CatalogueAnalyte, CatalogueTest, readCatalogue as contract } from '#contract/catalogue.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { saidOf } from './loinc.ts'
import { presentChange, presentEntry, presentVersion } from './present-catalogue.ts'
import { readAnalyteRow, readEntries, readVersions } from './queries-analytes.ts'
import { readCatalogueTests, readCatalogueTest as readTest } from './queries-catalogue.ts'
import { changesOf } from './queries-changes.ts'
import { readPanels, testsWith } from './queries-panels.ts'

/** Of each history, newest first; what is older is in the audit trail. */
export const changesShown = 50

export async function readCatalogue({ db }: Context): Promise<ResponseOf<typeof contract>> {
  const [tests, panels, entries] = [
    await readCatalogueTests(db),
    await readPanels(db),
    await readEntries(db, null),
  ]
  return {
    tests: tests.map((test) => ({ ...test, analytes: panels.get(test.code) ?? [] })),
    analytes: entries.map(presentEntry),
  }
}

/** @throws {Refusal} not found */
export async function readCatalogueTest({ db }: Context, code: string): Promise<CatalogueTest> {
  const test = await readTest(db, code)
  if (!test) throw notFound('This test')
  const [entries, changes] = [
    await readEntries(db, code),
    await changesOf(db, { kind: 'test', id: code }, changesShown),
  ]
  return { ...test, analytes: entries.map(presentEntry), history: changes.map(presentChange) }
}

/** @throws {Refusal} not found */
export async function readAnalyte({ db, clock }: Context, code: string): Promise<CatalogueAnalyte> {
  const analyte = await readAnalyteRow(db, code)
  if (!analyte) throw notFound('This analyte')
  const [tests, versions, changes] = [
    await testsWith(db, code),
    await readVersions(db, code, clock.now()),
    await changesOf(db, { kind: 'analyte', id: code }, changesShown),
  ]
  return {
    ...analyte,
    loinc: analyte.loinc === null ? null : saidOf(analyte.loinc, analyte.loincProperty),
    tests,
    intervals: versions.map(presentVersion),
    history: changes.map(presentChange),
  }
}
