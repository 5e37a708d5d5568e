import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { testFields } from '#contract/catalogue.ts'
import { specialtyOf } from '#contract/specialties.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { addTests, lockNames, readTests } from './queries-catalogue.ts'
import { addPackages } from './queries-packages.ts'

const catalogue = z.array(
  z
    .strictObject({
      ...testFields,
      code: z.string().min(1),
      aliases: z.array(z.string()),
      position: z.int(),
      bookable: z.boolean().default(true),
    })
    .omit({ specialty: true }),
)

const packages = z.array(
  z.strictObject({
    code: z.string(),
    name: z.string(),
    about: z.string(),
    tests: z.array(z.string()).min(2),
  }),
)

const readData = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${name}`, import.meta.url), 'utf8'))

/** At the start, adds the tests and packages of the data files that are missing. */
export async function loadCatalogue({ db }: Context): Promise<void> {
  const tests = catalogue
    .parse(await readData('tests.json'))
    .map((test) => ({ ...test, specialty: specialtyOf(test.code) }))
  const shipped = packages.parse(await readData('packages.json'))
  await inTransaction(db, async (tx) => {
    await lockNames(tx)
    await addTests(tx, tests)
    await addPackages(tx, shipped, await readTests(tx))
  })
}
