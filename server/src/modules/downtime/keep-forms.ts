import {
  type addDowntimeForms as addContract,
  labelsPerForm,
  type listDowntimeForms as listContract,
} from '#contract/downtime.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { staffAt } from '#server/modules/access/index.ts'
import { takeAccessions } from '#server/modules/laboratory/index.ts'
import { instantOf, minuteOf, siteOfNew } from '#server/modules/sites/index.ts'
import { audit, auditMany } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertForms, listFormRows, lockBlank, readFormRow, setVoid } from './queries-downtime.ts'

export const listForms = ({ db, actor }: SignedIn, query: QueryOf<typeof listContract>) =>
  listFormRows(db, actor.sites, query)

/** Reserves sample numbers for new forms. They come from the site's sequence, so that no other sample gets them. */
export async function addForms(context: SignedIn, { count, siteId: asked }: BodyOf<typeof addContract>) {
  const siteId = await siteOfNew(context, asked)
  return transact(context, async (inside) => {
    const { db, clock, actor } = inside
    const accessions = await takeAccessions(inside, siteId, count * labelsPerForm)
    // Whole minutes, because times on the form are written to the minute.
    const printedAt = instantOf(minuteOf(clock.now()))
    const printed = { printedAt, printedBy: actor.accountId }
    const forms = Array.from({ length: count }, (_, index) => ({
      ...{ siteId, id: uuidv7(clock), ...printed },
      accessions: accessions.slice(index * labelsPerForm, (index + 1) * labelsPerForm),
    }))
    const numbers = await insertForms(db, forms)
    await auditMany(
      inside,
      forms.map(({ id }) => ({
        action: 'downtime_form.added',
        subject: { kind: 'downtime_form', id },
        after: { siteId },
      })),
    )
    return {
      message: count === 1 ? '1 form is ready to print.' : `${count} forms are ready to print.`,
      numbers,
    }
  })
}

export async function readForm({ db, actor }: SignedIn, id: string) {
  const form = required(await readFormRow(db, actor.sites, id), 'This form')
  const staff = (await staffAt(db, form.site.id)).map((one) => ({ id: one.id, fullName: one.fullName }))
  return { ...form, staff }
}

export async function voidForm(context: SignedIn, id: string, { reason }: { reason: string }) {
  const form = required(await readFormRow(context.db, context.actor.sites, id), 'This form')
  return transact(context, async (inside) => {
    if (!(await lockBlank(inside.db, form))) throw alreadySettled(form.number)
    const settled = { settledAt: inside.clock.now(), settledBy: inside.actor.accountId }
    await setVoid(inside.db, form, { ...settled, voidReason: reason })
    await audit(inside, { action: 'downtime_form.voided', subject: { kind: 'downtime_form', id }, reason })
    return { message: `Form ${form.number} is void.` }
  })
}

export const alreadySettled = (number: number) => notPossible(`Form ${number} is already entered or void.`)
