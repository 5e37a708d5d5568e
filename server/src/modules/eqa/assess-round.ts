import type { BodyOf } from '#contract/endpoint.ts'
import type { assessEqaRound as assessContract } from '#contract/eqa.ts'
import { reportNonconformity } from '#server/modules/nonconformities/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, required, requirePossible } from '#server/platform/errors.ts'
import {
  type Assessed,
  lockResult,
  readResults,
  setNonconformity,
  takeVersion,
  writeAssessment,
} from './queries-eqa.ts'
import { requireRound } from './read-rounds.ts'

/** Enters the assessment of the provider. The database calculates the z score and the verdict. */
export async function assessRound(
  context: SignedIn,
  id: string,
  { results, version }: BodyOf<typeof assessContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const round = await requireRound(inside, id)
    requirePossible(round.sentAt ? null : 'Send the results of this round first.')
    if (!(await takeVersion(db, id, version, { isSent: true }))) throw changedMeanwhile(`Round ${round.name}`)
    const before = new Map((await readResults(db, id)).map((result) => [result.id, result]))
    const changed: object[] = []
    const rows: Assessed[] = []
    for (const [index, { id: resultId, ...assessment }] of results.entries()) {
      const known = before.get(resultId)
      if (!known) throw invalid({ [`results.${index}.target`]: ['The round does not have this result'] })
      const { target, sd, score, expected } = assessment
      const isEmpty = target === null && sd === null && score === null && expected === ''
      const fits = known.isNumber
        ? expected === '' && (isEmpty || known.value !== null)
        : target === null && sd === null && score === null && (isEmpty || known.answer !== '')
      if (!fits)
        throw invalid({ [`results.${index}.target`]: ['This assessment does not fit the reported result'] })
      const isSame =
        known.target === target && known.sd === sd && known.score === score && known.expected === expected
      if (isSame) continue
      const by = isEmpty
        ? { assessedBy: null, assessedAt: null }
        : { assessedBy: actor.accountId, assessedAt: clock.now() }
      rows.push({ id: resultId, ...assessment, ...by })
      changed.push({ sample: known.sample, analyte: known.analyteCode, ...assessment })
    }
    if (changed.length > 0) {
      await writeAssessment(db, rows)
      const subject = { kind: 'eqa_round', id }
      await audit(inside, { action: 'eqa.assessed', subject, after: { results: changed } })
    }
    return { message: `The assessment of round ${round.name} is saved.` }
  })
}

/** Reports a nonconformity about a failed result. */
export async function reportFailure(context: SignedIn, id: string) {
  return transact(context, async (inside) => {
    const { db, actor } = inside
    const result = required(await lockResult(db, actor.sites, id), 'This result')
    requirePossible(
      result.verdict !== 'failed'
        ? 'This result has not failed.'
        : result.nonconformityId !== null
          ? 'A nonconformity about this result has already been reported.'
          : null,
    )
    const { siteId, scheme, round, sample, analyte, z, answer, expected } = result
    const outcome = z === null ? `${answer}, expected ${expected}` : `z score ${z}`
    const { id: nonconformityId, number } = await reportNonconformity(inside, {
      ...{ siteId, kind: 'analysis', harm: 'possible', immediateAction: '' },
      ...{ visitId: null, accession: null, messageId: null },
      description: `External quality assessment, ${scheme}, round ${round}, sample ${sample}: ${analyte} failed (${outcome}).`,
    })
    await setNonconformity(db, id, nonconformityId)
    return { message: `Nonconformity ${number} is reported.`, nonconformityId }
  })
}
