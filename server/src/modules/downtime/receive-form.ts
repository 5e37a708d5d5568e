import type { receiveDowntimeForm as contract } from '#contract/downtime.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { staffAt } from '#server/modules/access/index.ts'
import { receiveOnPaper } from '#server/modules/laboratory/index.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, required } from '#server/platform/errors.ts'
import { type FormRow, lockEntered, readFormRow } from './queries-downtime.ts'

type Receipt = BodyOf<typeof contract>

/** Enters or corrects when the samples of an entered form were received. */
export async function receiveForm(context: SignedIn, id: string, body: Receipt) {
  const form = required(await readFormRow(context.db, context.actor.sites, id), 'This form')
  const { receivedAt, receivedBy } = body
  const early = form.collectedAt && new Date(receivedAt) < form.collectedAt
  const findings = {
    ...(await findingsOfReceipt(context, form, body)),
    ...(early && { receivedAt: ['The receipt cannot be before the collection'] }),
  }
  if (Object.keys(findings).length > 0) throw invalid(findings)
  await transact(context, async (inside) => {
    if (!(await lockEntered(inside.db, form))) throw notPossible(`Form ${form.number} is not entered.`)
    await receiveOnPaper(inside, form.site.id, form.accessions, {
      receivedAt: new Date(receivedAt),
      receivedBy,
    })
  })
  return { message: `The receipt of form ${form.number} is entered.` }
}

export async function findingsOfReceipt(
  { db, clock }: SignedIn,
  { site }: FormRow,
  { receivedAt, receivedBy }: Receipt,
) {
  const isStaff = (await staffAt(db, site.id)).some(({ id }) => id === receivedBy)
  return {
    ...(new Date(receivedAt) > clock.now() && { receivedAt: ['This time is in the future'] }),
    ...(!isStaff && { receivedBy: ['Choose a member of staff of this site'] }),
  }
}
