import type { BodyOf } from '#contract/endpoint.ts'
import type { addPackage, changePackage } from '#contract/packages.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { changedMeanwhile, invalid, required } from '#server/platform/errors.ts'
import { lockNames, namesTaken, readTests } from './queries-catalogue.ts'
import { insertPackage, readPackageRows, replacePackage } from './queries-packages.ts'

/** Adds and changes packages of tests. */

export async function createPackage(
  context: SignedIn,
  { code, ...fields }: BodyOf<typeof addPackage>,
): Promise<string> {
  await transact(context, async (inside) => {
    await requireFree(inside.db, code, fields)
    const isTest = (await readTests(inside.db)).some((test) => test.code === code)
    if (isTest || !(await insertPackage(inside.db, code, fields))) {
      throw invalid({ code: [`${code} is the code of another test or package`] })
    }
    await audit(inside, { action: 'package.added', subject: { kind: 'package', id: code }, after: fields })
  })
  return `${fields.name} added.`
}

export async function updatePackage(
  context: SignedIn,
  code: string,
  { version, ...fields }: BodyOf<typeof changePackage>,
): Promise<string> {
  await transact(context, async (inside) => {
    const rows = await readPackageRows(inside.db)
    const found = required(
      rows.find((row) => row.code === code),
      'This package',
    )
    await requireFree(inside.db, code, fields)
    if (!(await replacePackage(inside.db, code, { ...fields, follows: version })))
      throw changedMeanwhile(found.name)
    const changed = changedFields(found, fields)
    if (changed)
      await audit(inside, { action: 'package.changed', subject: { kind: 'package', id: code }, ...changed })
  })
  return `${fields.name} saved.`
}

/** Refuses a name that a test or another package has, since visits are booked by name, and tests that are not in the catalogue. */
async function requireFree(tx: Db, code: string, { name, tests }: { name: string; tests: string[] }) {
  await lockNames(tx)
  if ((await namesTaken(tx, code, [name])).length > 0) {
    throw invalid({ name: [`Another test or package is booked as “${name}”`] })
  }
  const known = new Set((await readTests(tx)).map((test) => test.code))
  if (tests.some((test) => !known.has(test))) throw invalid({ tests: ['Choose tests of the catalogue'] })
}
