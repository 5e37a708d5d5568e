import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  addReferralLaboratory as addContract,
  changeReferralLaboratory as changeContract,
  readReferralFigures as figuresContract,
} from '#contract/referrals.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  figuresOfReferrals,
  insertLaboratory,
  readLaboratories,
  readLaboratory,
  replaceTests,
  writeLaboratory,
} from './queries-laboratories.ts'

export const listReferralLaboratories = async ({ db, actor, clock }: SignedIn) => ({
  laboratories: await readLaboratories(db, actor.sites, clock.now()),
})

export async function addReferralLaboratory(
  context: SignedIn,
  { tests, ...fields }: BodyOf<typeof addContract>,
) {
  const rows = await testRows(context, tests)
  const id = uuidv7(context.clock)
  return transact(context, async (inside) => {
    await insertLaboratory(inside.db, { id, ...fields }).catch(refuseTaken)
    await replaceTests(inside.db, id, rows).catch(refuseTaken)
    const subject = { kind: 'referral_laboratory', id }
    await audit(inside, { action: 'referral_laboratory.added', subject, after: { ...fields, tests } })
    return { message: `${fields.name} is added.`, id }
  })
}

export async function changeReferralLaboratory(
  context: SignedIn,
  id: string,
  { version, ended, tests: agreed, ...fields }: BodyOf<typeof changeContract>,
) {
  // Other laboratories can take over the tests of one that is ended.
  const tests = ended ? [] : agreed
  const rows = await testRows(context, tests)
  return transact(context, async (inside) => {
    const { db, clock } = inside
    const laboratory = required(await readLaboratory(db, id), 'This laboratory')
    const endedAt = ended ? (laboratory.endedAt ?? clock.now()) : null
    if (!(await writeLaboratory(db, id, version, { ...fields, endedAt }).catch(refuseTaken)))
      throw changedMeanwhile(laboratory.name)
    await replaceTests(db, id, rows).catch(refuseTaken)
    const before = laboratory.tests.map(({ name: _, ...test }) => test)
    const changes = changedFields({ ...laboratory, tests: before }, { ...fields, endedAt, tests })
    const subject = { kind: 'referral_laboratory', id }
    await audit(inside, { action: 'referral_laboratory.changed', subject, ...changes })
    return { message: `${fields.name} is saved.` }
  })
}

async function testRows({ db }: SignedIn, tests: BodyOf<typeof addContract>['tests']) {
  const codes = tests.map(({ test }) => test)
  const known = new Set((await readBenchTests(db, codes)).map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined) throw invalid({ tests: [`There is no test ${unknown}`] })
  return tests.map(({ test: testCode, ...rest }) => ({ testCode, ...rest }))
}

const refuseTaken = refuseViolationOf({
  referral_laboratory_name: () => invalid({ name: ['There is a laboratory with this name'] }),
  referral_test_pkey: () =>
    invalid({ tests: ['Another laboratory already does one of these tests. Remove the test there first.'] }),
})

export const readReferralFigures = async (
  { db, actor, clock }: SignedIn,
  days: QueryOf<typeof figuresContract>,
) => ({ laboratories: await figuresOfReferrals(db, actor.sites, { ...days, now: clock.now() }) })
