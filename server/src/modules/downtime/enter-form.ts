import { type enterDowntimeForm as contract, daysToEnter } from '#contract/downtime.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { staffAt } from '#server/modules/access/index.ts'
import { planAt, registerWalkIn, resolveTests } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { collectTubes, receiveOnPaper, tubesFor } from '#server/modules/laboratory/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, refuseViolationOf, required } from '#server/platform/errors.ts'
import { alreadySettled } from './keep-forms.ts'
import { type FormRow, lockBlank, readFormRow, setEntered } from './queries-downtime.ts'
import { findingsOfReceipt } from './receive-form.ts'

/** The tubes that tests need, in the order in which labels are assigned to them. */
export async function tubesOfTests(context: SignedIn, id: string, names: readonly string[]) {
  const { site } = required(await readFormRow(context.db, context.actor.sites, id), 'This form')
  const tests = resolveTests(await planAt(context, site.id, names), names, 'tests')
  const tubes = tubesFor(
    await readBenchTests(
      context.db,
      tests.map(({ code }) => code),
    ),
  )
  return {
    tubes: tubes.map(({ tube, specimen, tests }) => ({
      tube,
      specimen,
      tests: tests.map(({ name }) => name),
    })),
  }
}

/**
 * Creates the visit of a form with its samples. Arrival, collection, receipt and their people are taken from the form; the audit
 * trail records when and by whom the form was entered. There is no ticket, because the patient has left.
 */
export async function enterForm(context: SignedIn, id: string, body: BodyOf<typeof contract>) {
  const { db, actor, clock } = context
  const form = required(await readFormRow(db, actor.sites, id), 'This form')
  const stated = {
    arrivedAt: new Date(body.arrivedAt),
    collectedAt: new Date(body.collectedAt),
    collectedBy: body.collectedBy,
  }
  const { receipt } = body
  const ofReceipt = receipt ? await findingsOfReceipt(context, form, receipt) : {}
  const findings = {
    ...(await findingsOf(context, form, { ...stated, labels: body.labels })),
    ...Object.fromEntries(Object.entries(ofReceipt).map(([field, said]) => [`receipt.${field}`, said])),
  }
  if (Object.keys(findings).length > 0) throw invalid(findings)
  return transact(context, async (inside) => {
    if (!(await lockBlank(inside.db, form))) throw alreadySettled(form.number)
    const visit = await registerWalkIn(inside, {
      siteId: form.site.id,
      patient: body.patientDetails,
      naming: 'named',
      personNumber: body.personNumber,
      bornOn: body.bornOn,
      testType: body.testType,
      order: body.order,
      bill: body.bill,
      priority: 'normal',
      cameAt: stated.arrivedAt,
    })
    const collected = { identifiedBy: body.identifiedBy, prepared: body.prepared, place: '' }
    const earlier = { at: stated.collectedAt, by: body.collectedBy, labels: body.labels }
    await collectTubes(inside, visit.id, collected, earlier).catch(refuseUsedLabel)
    await setEntered(inside.db, form, {
      ...{ ...stated, visitId: visit.id },
      ...{ settledAt: clock.now(), settledBy: actor.accountId },
    })
    if (receipt) {
      const received = { receivedAt: new Date(receipt.receivedAt), receivedBy: receipt.receivedBy }
      await receiveOnPaper(inside, form.site.id, body.labels, received)
    }
    const { arrivedAt, collectedAt, collectedBy } = body
    await audit(inside, {
      action: 'downtime_form.entered',
      subject: { kind: 'visit', id: visit.id },
      after: { form: form.number, arrivedAt, collectedAt, collectedBy, ...receipt },
    })
    return {
      message: `Form ${form.number} is entered as visit ${visit.reference}.`,
      visit: { id: visit.id, reference: visit.reference },
    }
  })
}

async function findingsOf(
  { db, clock }: SignedIn,
  form: FormRow,
  stated: { arrivedAt: Date; collectedAt: Date; collectedBy: string; labels: readonly string[] },
) {
  const now = clock.now()
  const earliest = now.getTime() - daysToEnter * 86_400_000
  const { arrivedAt, collectedAt, collectedBy, labels } = stated
  const isStaff = (await staffAt(db, form.site.id)).some((one) => one.id === collectedBy)
  return {
    ...(arrivedAt.getTime() < earliest && {
      arrivedAt: [`A form can be entered up to ${daysToEnter} days later`],
    }),
    ...(collectedAt > now && { collectedAt: ['This time is in the future'] }),
    ...(collectedAt < form.printedAt && { collectedAt: ['The form was printed after this time'] }),
    ...(!isStaff && { collectedBy: ['Choose a member of staff of this site'] }),
    ...(labels.some((label) => !form.accessions.includes(label)) && {
      labels: ['This form does not have this label'],
    }),
  }
}

const refuseUsedLabel = refuseViolationOf({
  sample_accession: () => invalid({ labels: ['Another sample has this number'] }),
})
