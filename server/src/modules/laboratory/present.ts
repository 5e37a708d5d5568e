import type { Sample, Task } from '#contract/bench.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { Actor } from '#server/platform/context.ts'
import { whyNotMove } from './policy.ts'
import type { PatientRow, SampleRow } from './samples/queries-samples.ts'
import type { TaskRow } from './tasks/queries-tasks.ts'

const iso = (instant: Date | null) => instant?.toISOString() ?? null

const presentPatient = <Row extends PatientRow>({ number, ...patient }: Row) => ({
  ...patient,
  personNumber: personNumber(number),
})

export function presentSample(row: SampleRow): Sample {
  return {
    id: row.id,
    accession: row.accession,
    siteId: row.siteId,
    visitId: row.visitId,
    reference: row.reference,
    status: row.status,
    patient: presentPatient(row.patient),
    collection: row.collection,
    specimen: row.specimen,
    tube: row.tube,
    tests: row.tests.map((test) => test.name),
    collectedAt: row.collectedAt.toISOString(),
    collectedBy: row.collectedBy,
    collectedAtPlace: row.place,
    receivedAt: iso(row.receivedAt),
    receivedBy: row.receivedBy,
    rejectedAt: iso(row.rejectedAt),
    rejectedBy: row.rejectedBy,
    rejection: [row.rejectionReason, row.rejectionNote].filter((text) => text).join(': ') || null,
    discardedAt: iso(row.discardedAt),
    discardedBy: row.discardedBy,
    discardReason: row.discardReason,
    storagePlace: row.storagePlace,
    aliquotOf: row.aliquotOf,
    replaces: row.replaces,
    replacedBy: row.replacedBy,
    nextLabel: row.nextLabel,
    aliquots: row.aliquots,
  }
}

export function presentTask(row: TaskRow, actor: Actor): Task {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    priority: row.priority,
    patient: presentPatient(row.patient),
    accession: row.accession,
    tube: row.tube,
    sampleStatus: row.sampleStatus,
    requestedBy: row.requestedBy,
    requestedDate: row.requestedDate.toISOString(),
    dueAt: row.dueAt.toISOString(),
    claimedBy: row.claimedBy,
    mine: row.claimedById === actor.accountId,
    startedAt: iso(row.startedAt),
    completedAt: iso(row.completedAt),
    whyNotStart: whyNotMove(actor, row, 'in_progress'),
    whyNotComplete: whyNotMove(actor, row, 'completed'),
    whyNotPutBack: whyNotMove(actor, row, 'pending'),
  }
}
