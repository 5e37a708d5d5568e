import { auditProgramReading } from '#server/platform/audit-once.ts'
import type { ClientCall } from './admit-client.ts'

export type Subject = { kind: 'visit' | 'person'; id: string }

/**
 * Records in the audit trail that a client has read these subjects, once an hour for each subject and type of resource. Readings of
 * staff are recorded in the same way (decision 0032).
 */
export async function noteReadings(
  call: ClientCall,
  resource: string,
  read: readonly Subject[],
): Promise<void> {
  const { id: client, name, access } = call.client
  for (const kind of new Set(read.map((one) => one.kind))) {
    const entry = {
      action: 'api_client.read',
      kind,
      after: { client, name, resource, ...(access && { access: access.id }) },
      reason: access ? `By the app ${name}, which somebody let read` : `By the API client ${name}`,
    } as const
    const ids = read.filter((one) => one.kind === kind).map(({ id }) => id)
    await auditProgramReading(call, entry, ids)
  }
}
