import type { BodyOf } from '#contract/endpoint.ts'
import type {
  enterEqaResults as enterContract,
  reopenEqaRound as reopenContract,
  sendEqaRound as sendContract,
} from '#contract/eqa.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, requirePossible } from '#server/platform/errors.ts'
import { type Entered, readResults, takeVersion, writeResults } from './queries-eqa.ts'
import { requireRound } from './read-rounds.ts'

/** Enters results of a round, in the order of the form. Each is a number or an answer in words, depending on its analyte. */
export async function enterResults(
  context: SignedIn,
  id: string,
  { results, version }: BodyOf<typeof enterContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const round = await requireRound(inside, id)
    requirePossible(round.sentAt ? 'The results of this round have already been sent.' : null)
    if (!(await takeVersion(db, id, version, { isSent: false })))
      throw changedMeanwhile(`Round ${round.name}`)
    const before = new Map((await readResults(db, id)).map((result) => [result.id, result]))
    const changed: object[] = []
    const rows: Entered[] = []
    for (const [index, { id: resultId, value, answer }] of results.entries()) {
      const known = before.get(resultId)
      if (!known) throw invalid({ [`results.${index}.value`]: ['The round does not have this result'] })
      if (known.isNumber ? answer !== '' : value !== null)
        throw invalid({
          [`results.${index}.value`]: [known.isNumber ? 'Enter a number' : 'Enter an answer in words'],
        })
      if (known.value === value && known.answer === answer) continue
      const isEntered = value !== null || answer !== ''
      const by = isEntered
        ? { enteredBy: actor.accountId, enteredAt: clock.now() }
        : { enteredBy: null, enteredAt: null }
      rows.push({ id: resultId, value, answer, ...by })
      const { sample, analyteCode } = known
      changed.push({ sample, analyte: analyteCode, from: known.value ?? known.answer, to: value ?? answer })
    }
    if (changed.length > 0) {
      await writeResults(db, rows)
      const subject = { kind: 'eqa_round', id }
      await audit(inside, { action: 'eqa.entered', subject, after: { results: changed } })
    }
    return { message: `The results of round ${round.name} are saved.` }
  })
}

export async function sendRound(context: SignedIn, id: string, { version }: BodyOf<typeof sendContract>) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const round = await requireRound(inside, id)
    requirePossible(
      round.sentAt
        ? 'The results of this round have already been sent.'
        : round.entered === 0
          ? 'Enter the results of this round first.'
          : null,
    )
    const sent = { isSent: false, sentAt: clock.now(), sentBy: actor.accountId }
    if (!(await takeVersion(db, id, version, sent))) throw changedMeanwhile(`Round ${round.name}`)
    const subject = { kind: 'eqa_round', id }
    await audit(inside, { action: 'eqa.sent', subject, after: { results: round.entered } })
    return { message: `Round ${round.name} is sent to ${round.provider}.` }
  })
}

export async function reopenRound(
  context: SignedIn,
  id: string,
  { reason, version }: BodyOf<typeof reopenContract>,
) {
  return transact(context, async (inside) => {
    const round = await requireRound(inside, id)
    requirePossible(
      round.sentAt === null
        ? 'The round is not sent.'
        : round.assessed > 0
          ? 'The provider has assessed results of this round.'
          : null,
    )
    const open = { isSent: true, sentAt: null, sentBy: null }
    if (!(await takeVersion(inside.db, id, version, open))) throw changedMeanwhile(`Round ${round.name}`)
    await audit(inside, { action: 'eqa.reopened', subject: { kind: 'eqa_round', id }, reason })
    return { message: `Round ${round.name} is open again.` }
  })
}
