import type { BodyOf } from '#contract/endpoint.ts'
import type {
  addEqaScheme as addContract,
  addEqaRound as addRoundContract,
  changeEqaScheme as changeContract,
} from '#contract/eqa.ts'
import { analytesAmong } from '#server/modules/catalogue/index.ts'
import { siteOfNew } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  refuseViolationOf,
  required,
  requirePossible,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertResults, insertRound, insertScheme, readSchemeRow, writeScheme } from './queries-eqa.ts'

export async function addScheme(
  context: SignedIn,
  { siteId: wanted, ...fields }: BodyOf<typeof addContract>,
) {
  const id = uuidv7(context.clock)
  const siteId = await siteOfNew(context, wanted)
  return transact(context, async (inside) => {
    await insertScheme(inside.db, { id, siteId, ...fields }).catch(refuseTakenName)
    await audit(inside, {
      action: 'eqa.scheme_added',
      subject: { kind: 'eqa_scheme', id },
      after: { siteId, ...fields },
    })
    return { message: `${fields.name} is added.`, id }
  })
}

export async function changeScheme(
  context: SignedIn,
  id: string,
  { version, ended, ...fields }: BodyOf<typeof changeContract>,
) {
  return transact(context, async (inside) => {
    const scheme = required(await readSchemeRow(inside.db, inside.actor.sites, id), 'This scheme')
    const endedAt = ended ? (scheme.endedAt ?? inside.clock.now()) : null
    if (!(await writeScheme(inside.db, id, version, { ...fields, endedAt }).catch(refuseTakenName)))
      throw changedMeanwhile(scheme.name)
    const changes = changedFields(scheme, { ...fields, endedAt })
    await audit(inside, { action: 'eqa.scheme_changed', subject: { kind: 'eqa_scheme', id }, ...changes })
    return { message: `${fields.name} is saved.` }
  })
}

export async function addRound(
  context: SignedIn,
  { schemeId, samples, analytes, ...fields }: BodyOf<typeof addRoundContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const scheme = required(await readSchemeRow(db, actor.sites, schemeId), 'This scheme')
    requirePossible(scheme.endedAt ? 'The site no longer takes part in this scheme.' : null)
    const known = await analytesAmong(db, analytes)
    if (!analytes.every((code) => known.some((one) => one.code === code)))
      throw invalid({ analytes: ['The catalogue does not have one of these analytes'] })
    const id = uuidv7(clock)
    const { siteId } = scheme
    const added = { addedBy: actor.accountId, addedAt: clock.now() }
    await insertRound(db, { id, siteId, schemeId, ...fields, ...added }).catch(refuseTakenName)
    const rows = samples.flatMap((sample) => analytes.map((analyteCode) => ({ sample, analyteCode })))
    await insertResults(
      db,
      rows.map((row, position) => ({ ...row, id: uuidv7(clock), siteId, roundId: id, position })),
    )
    await audit(inside, {
      action: 'eqa.round_added',
      subject: { kind: 'eqa_round', id },
      after: { scheme: scheme.name, ...fields, samples, analytes },
    })
    return { message: `Round ${fields.name} is added.`, id }
  })
}

const refuseTakenName = refuseViolationOf({
  eqa_scheme_name: () => invalid({ name: ['The site has a scheme with this name'] }),
  eqa_round_name: () => invalid({ name: ['The scheme has a round with this name'] }),
})
