import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { collections } from '#contract/options.ts'
import { specialtyOf } from '#contract/specialties.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { addTests, lockNames } from './queries-catalogue.ts'

const catalogue = z.array(
  z.strictObject({
    code: z.string().min(1),
    name: z.string().min(1),
    label: z.string().min(1),
    aliases: z.array(z.string()),
    about: z.string().min(1),
    specimen: z.string(),
    tube: z.string(),
    collection: z.enum(collections),
    preparation: z.string(),
    fasting: z.boolean(),
    turnaroundHours: z.number().positive(),
    instructions: z.string(),
    equipment: z.array(z.string()),
    expectedMinutes: z.number().int().positive(),
    position: z.number().int(),
  }),
)

/** Loads the tests of the data file into the database at the start, if they are not there. */
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
