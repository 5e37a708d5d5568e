import { z } from 'zod'
import type { OpenedDelivery } from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import { listAddressees } from '#server/modules/access/index.ts'
import { listReached } from '#server/modules/booking/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { presentDelivery } from './present-delivery.ts'
import { decrypted, type OutboxRow } from './queries.ts'
import { findDelivery } from './queries-ledger.ts'
import { withoutSecret } from './struck-out.ts'
import { visitIdOf } from './visit-id-of.ts'
import { writeMail } from './write-mail.ts'
import { pushWords } from './write-push.ts'
import { writeSms } from './write-sms.ts'

/** A message as it was sent or will be, for staff. The reading is audited with the visit or the account. */
export async function readDelivery(context: SignedIn, id: string) {
  const { db, actor } = context
  const stored = await findDelivery(db, actor.sites, id)
  if (!stored) throw notFound('This message')
  const row = decrypted(db, stored)
  const visitId = visitIdOf(row.payload)
  const [visit] = visitId === undefined ? [] : await listReached(db, [visitId])
  const after = { message: id, kind: row.kind }
  await auditReading(context, { action: 'message.read', subject: await subjectOf(context, row), after })
  return {
    ...presentDelivery(row, visit),
    ...(await contentOf(context, row)),
    visit: visit ? { id: visit.id, reference: visit.reference } : null,
  }
}

async function subjectOf({ db }: SignedIn, row: OutboxRow): Promise<{ kind: string; id: string }> {
  const visitId = visitIdOf(row.payload)
  if (visitId !== undefined) return { kind: 'visit', id: visitId }
  const [account] = await listAddressees(db, { ids: [], addresses: [row.recipient], managers: false })
  return account ? { kind: 'account', id: account.id } : { kind: 'message', id: row.id }
}

type Content = Pick<OpenedDelivery, 'subject' | 'text' | 'textIs' | 'noText'>

async function contentOf(context: SignedIn, row: OutboxRow): Promise<Content> {
  const waits = row.state === 'planned' || row.state === 'sending'
  const out = row.state === 'sent' || row.state === 'delivered'
  // A message that is sent again keeps its earlier text until then, which is not shown.
  const textIs = row.body !== null && !waits ? 'kept' : out ? 'again' : 'now'
  const none = { subject: null, text: null, textIs } as const
  if (!maySee(context, row)) {
    return { ...none, noText: 'Its figures are for whoever sees the insights of every site.' }
  }
  if (textIs === 'kept') return { subject: row.subject, text: row.body, textIs, noText: null }
  const said = await writtenNow(context, withoutSecret(row))
  return said
    ? { ...said, textIs, noText: null }
    : { ...none, noText: 'What it told of is not there any more.' }
}

async function writtenNow(
  context: SignedIn,
  row: OutboxRow,
): Promise<{ subject: string | null; text: string } | null> {
  if (row.channel === 'sms') {
    const text = await writeSms(context, row)
    return text === null ? null : { subject: null, text }
  }
  if (row.channel === 'push') {
    const { title, body } = await pushWords(context, row)
    return { subject: title, text: body }
  }
  const written = await writeMail(context, row)
  return written && { subject: written.said.subject, text: written.said.body }
}

const report = z.object({ accountId: z.string() })

/** A monthly report contains figures of all sites: its recipient may see it, and those who see the insights of all sites. */
function maySee({ actor }: SignedIn, row: OutboxRow): boolean {
  if (row.kind !== 'insight_report') return true
  const own = report.safeParse(row.payload).data?.accountId === actor.accountId
  return own || (actor.sites === null && may(actor, 'insights'))
}
