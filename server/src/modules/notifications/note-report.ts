import { id as idForm } from '#contract/fields.ts'
import type { Context } from '#server/platform/context.ts'
import { type GatewayCall, readGatewayCall } from './gateway-call.ts'
import { noteDelivered, noteUndelivered } from './queries-sms.ts'

const arrived = new Set(['delivered', 'read'])
const lost = new Set(['failed', 'undelivered', 'rejected', 'expired'])

/** Records the delivery report of an SMS. Reports come late, twice and out of order: once delivered, a message stays delivered. */
export async function noteReport(
  context: Context,
  call: GatewayCall,
  id: string | undefined,
): Promise<string> {
  const fields = readGatewayCall(context.config, call, context.clock.now())
  const ours = id ?? fields.id ?? ''
  if (!idForm.safeParse(ours).success) return ''
  const status = (fields.status ?? fields.MessageStatus ?? '').toLowerCase()
  const reason = fields.reason ?? (fields.ErrorCode ? `Error ${fields.ErrorCode}` : 'Not delivered')
  if (arrived.has(status)) await noteDelivered(context.db, ours, context.clock.now())
  else if (lost.has(status)) await noteUndelivered(context.db, ours, reason.slice(0, 500))
  return ''
}
