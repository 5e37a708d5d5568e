import type { addComment, addInterpretation, changeInterpretation } from '#contract/comments.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, notFound, notPossible, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { readAnalyteRow } from './queries-analytes.ts'
import { readTest } from './queries-catalogue.ts'
import * as queries from './queries-comments.ts'

/** The laboratory's list of comments, and its interpretive texts. */

export const listComments = async ({ db }: SignedIn) => ({
  comments: await queries.readCommentTexts(db),
  interpretations: await queries.readInterpretations(db),
})

export async function createComment(context: SignedIn, { text, test }: BodyOf<typeof addComment>) {
  const { db, actor, clock } = context
  if (test !== null && !(await readTest(db, test)))
    throw invalid({ test: ['Choose a test of the catalogue'] })
  const id = uuidv7(clock)
  await transact(context, async (inside) => {
    const row = { id, text, testCode: test, addedBy: actor.accountId, addedAt: clock.now() }
    await queries.insertComment(inside.db, row)
    const subject = { kind: 'comment', id }
    await audit(inside, { action: 'comment_text.added', subject, after: { text, test } })
  })
  return { message: 'The comment is in the list.' }
}

export async function deleteComment(context: SignedIn, id: string) {
  await transact(context, async (inside) => {
    if (!(await queries.dropComment(inside.db, id, context.clock.now()))) throw notFound('This comment')
    await audit(inside, { action: 'comment_text.removed', subject: { kind: 'comment', id } })
  })
  return { message: 'The comment is removed from the list.' }
}

const byNow = ({ actor, clock }: SignedIn) => ({ by: actor.accountId, now: clock.now() })
const subject = (id: string) => ({ kind: 'interpretation', id })

export async function createInterpretation(
  context: SignedIn,
  { analyte, ...written }: BodyOf<typeof addInterpretation>,
) {
  if (!(await readAnalyteRow(context.db, analyte))) throw invalid({ analyte: ['Choose an analyte'] })
  await requireTest(context, written.addsTest)
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    await queries.insertInterpretation(inside.db, id, analyte, written, byNow(context))
    const after = { analyte, ...written }
    await audit(inside, { action: 'interpretation.entered', subject: subject(id), after })
  })
  return { message: 'Saved. Reports show it once it is confirmed.' }
}

export async function updateInterpretation(
  context: SignedIn,
  id: string,
  { follows, ...written }: BodyOf<typeof changeInterpretation>,
) {
  await requireTest(context, written.addsTest)
  await transact(context, async (inside) => {
    await requireInterpretation(inside, id)
    if (!(await queries.changeInterpretation(inside.db, id, follows, written, byNow(context))))
      throw changedMeanwhile('This text')
    const after = { version: follows + 1, ...written }
    await audit(inside, { action: 'interpretation.entered', subject: subject(id), after })
  })
  return { message: 'Saved. Reports show it once it is confirmed.' }
}

export async function confirmInterpretation(context: SignedIn, id: string, follows: number) {
  await transact(context, async (inside) => {
    const { version, confirmedBy } = await requireInterpretation(inside, id)
    if (version !== follows) throw changedMeanwhile('This text')
    if (confirmedBy !== null) throw notPossible(`${confirmedBy} has confirmed this text already.`)
    if (!(await queries.confirmVersion(inside.db, id, follows, byNow(context))))
      throw changedMeanwhile('This text')
    const after = { version: follows + 1 }
    await audit(inside, { action: 'interpretation.confirmed', subject: subject(id), after })
  })
  return { message: 'Confirmed. It stands on reports from now on.' }
}

export async function deleteInterpretation(context: SignedIn, id: string) {
  await transact(context, async (inside) => {
    if (!(await queries.endInterpretation(inside.db, id, byNow(context)))) throw notFound('This text')
    await audit(inside, { action: 'interpretation.removed', subject: subject(id) })
  })
  return { message: 'Removed. Issued reports keep it.' }
}

async function requireTest({ db }: SignedIn, code: string | null): Promise<void> {
  if (code !== null && !(await readTest(db, code)))
    throw invalid({ addsTest: ['Choose a test of the catalogue'] })
}

async function requireInterpretation({ db }: SignedIn, id: string) {
  return required((await queries.readInterpretations(db, id))[0], 'This text')
}
