import { z } from 'zod'
import type { DeliveryState } from '#contract/notifications.ts'
import { listReached, type Reached } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Channel, OutboxRow } from './queries.ts'
import { visitIdOf } from './visit-id-of.ts'
import { carriesCode } from './write-mail.ts'

const named = z.object({ fullName: z.string() })

/** Presents rows of the ledger with the names of their recipients, read in one statement. */
export async function presentDeliveries({ db }: Pick<SignedIn, 'db'>, rows: readonly OutboxRow[]) {
  const ids = rows.flatMap(({ payload }) => visitIdOf(payload) ?? [])
  const visits = new Map((await listReached(db, ids)).map((visit) => [visit.id, visit]))
  return rows.map((row) => presentDelivery(row, visits.get(visitIdOf(row.payload) ?? '')))
}

export function presentDelivery(row: OutboxRow, visit: Reached | undefined) {
  return {
    ...row,
    channel: row.channel as Channel,
    to: row.recipient,
    person: visit?.fullName ?? named.safeParse(row.payload).data?.fullName ?? null,
    state: row.state as DeliveryState,
    at: row.createdAt,
    reason: row.error,
    canResend: (row.state === 'failed' || row.state === 'kept') && !carriesCode(row.kind),
  }
}
