import type { addDhis2Line, changeDhis2Line } from '#contract/dhis2.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { chosenValues } from '../wanted-values.ts'
import { requireAllSites } from './keep-settings.ts'
import { findLine, insertLine, readCountable, writeLine } from './queries-settings.ts'

type Body = BodyOf<typeof addDhis2Line>

/** Adds what is counted. The account may see the results of the test, confidential or not. */
export async function addLine(context: SignedIn, body: Body) {
  requireAllSites(context)
  const id = uuidv7(context.clock)
  return transact(context, async (inside) => {
    const line = await lineOf(inside, body)
    await insertLine(inside.db, { id, ...line, ...byNow(inside) }).catch(refuseViolation)
    await audit(inside, { action: 'dhis2.line_added', subject: { kind: 'dhis2_line', id }, after: line })
    return { message: `${body.name} is added.`, id }
  })
}

export async function changeLine(
  context: SignedIn,
  id: string,
  { version, ended, ...body }: BodyOf<typeof changeDhis2Line>,
) {
  requireAllSites(context)
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const before = required(await findLine(db, actor.accountId, id), 'This line')
    const endedAt = ended ? (before.endedAt ?? clock.now()) : null
    const line = { ...(await lineOf(inside, body)), endedAt }
    const isWritten = await writeLine(db, id, version, { ...line, ...byNow(inside) }).catch(refuseViolation)
    if (!isWritten) throw changedMeanwhile(before.name)
    const { test, analyte, ...rest } = before
    const was = { ...rest, testCode: test.code, analyteCode: analyte?.code ?? null }
    const changes = changedFields(was, line)
    await audit(inside, { action: 'dhis2.line_changed', subject: { kind: 'dhis2_line', id }, ...changes })
    return { message: ended ? `${body.name} is no longer counted.` : `${body.name} is saved.` }
  })
}

const byNow = ({ actor, clock }: SignedIn) => ({ setBy: actor.accountId, setAt: clock.now() })

/** @throws a refusal that names the field */
async function lineOf({ db, actor }: SignedIn, { values, ...fields }: Body) {
  const tests = await readCountable(db, actor.accountId)
  const test = tests.find(({ code }) => code === fields.testCode)
  if (!test) throw invalid({ testCode: ['Choose a test from the list'] })
  const analyte = test.analytes.find(({ code }) => code === fields.analyteCode)
  if (fields.analyteCode !== null && !analyte)
    throw invalid({ analyteCode: ['Choose an analyte of the test'] })
  const { outcome } = fields
  const needsAnalyte = outcome === 'positive' || outcome === 'values'
  if (needsAnalyte && !analyte)
    throw invalid({ analyteCode: ['Choose the analyte whose values are counted'] })
  return { ...fields, outcomeValues: chosenValues(outcome, values, analyte) }
}

const refuseViolation = refuseViolationOf({
  dhis2_line_cell: () =>
    invalid({
      categoryOptionCombo: ['Another line has this data element and category option combination'],
    }),
  dhis2_line_seen: () => invalid({ testCode: ['Choose a test from the list'] }),
})
