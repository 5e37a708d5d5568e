import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { testFields } from '#contract/catalogue.ts'
import { specialtyOf } from '#contract/specialties.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { addTests, lockNames } from './queries-catalogue.ts'

const catalogue = z.array(
  z
    .strictObject({ ...testFields, code: z.string().min(1), aliases: z.array(z.string()), position: z.int() })
    .omit({ specialty: true, bookable: true }),
)

/** Adds the tests of the data file at the start, where they are missing. */
export async function loadCatalogue({ db }: Context): Promise<void> {
  const file = await readFile(new URL('../../../data/tests.json', import.meta.url), 'utf8')
  const tests = catalogue
    .parse(JSON.parse(file))
    .map((test) => ({ ...test, specialty: specialtyOf(test.code) }))
  await inTransaction(db, async (tx) => {
    await lockNames(tx)
    await addTests(tx, tests)
  })
}
