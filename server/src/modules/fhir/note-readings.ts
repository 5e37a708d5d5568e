import { auditProgramReading } from '#server/platform/audit-once.ts'
import { hours } from '#server/platform/clock.ts'
import type { ClientCall } from './admit-client.ts'

export type Subject = { kind: 'visit' | 'person'; id: string }

/**
 * The times of the entries that this process has written and committed. For an hour, the same reading needs no statement. Above
 * `mostNoted`, the oldest are removed; for these, the statement finds the entry in the audit trail.
 */
const noted = new Map<string, number>()
const mostNoted = 20_000
const once = hours(1)

/**
 * Records in the audit trail that a client has read these subjects, once an hour for each subject and type of resource. Readings of
 * staff are recorded in the same way (decision 0032).
 */
export async function noteReadings(
  call: ClientCall,
  resource: string,
  read: readonly Subject[],
): Promise<void> {
  const { id: client, name, access, isProduct } = call.client
  if (isProduct || call.answersWrite) return
  const now = call.clock.now().getTime()
  const keyOf = ({ kind, id }: Subject) => [client, access?.id, resource, kind, id].join(' ')
  const isNoted = (one: Subject) => {
    const at = noted.get(keyOf(one))
    return at !== undefined && at <= now && now - at < once
  }
  const fresh = read.filter((one) => !isNoted(one))
  for (const kind of new Set(fresh.map((one) => one.kind))) {
    const entry = {
      action: 'api_client.read',
      kind,
      after: { client, name, resource, ...(access && { access: access.id }) },
      reason: access ? `By the app ${name}, which somebody let read` : `By the API client ${name}`,
    } as const
    const ids = fresh.filter((one) => one.kind === kind).map(({ id }) => id)
    const written = await auditProgramReading(call, entry, ids)
    // In a transaction, the entries can still be rolled back.
    if (!call.db.isTransaction) for (const id of written) remember(keyOf({ kind, id }), now)
  }
}

function remember(key: string, at: number): void {
  noted.delete(key)
  noted.set(key, at)
  const [oldest] = noted.keys()
  if (noted.size > mostNoted && oldest !== undefined) noted.delete(oldest)
}
