import type { Context, SignedIn } from '#server/platform/context.ts'
import type { InstrumentRow } from './queries-instruments.ts'

/** The context of the account that made an instrument live and is responsible for its automatic records; null: no such account. */
export function keeperOf(
  context: Context,
  { siteId, name, liveBy }: Pick<InstrumentRow, 'siteId' | 'name' | 'liveBy'>,
): SignedIn | null {
  if (liveBy === null) return null
  return {
    ...context,
    actor: {
      accountId: liveBy,
      role: 'admin',
      fullName: name,
      email: '',
      permissions: [],
      sites: [siteId],
      sessionHash: Buffer.alloc(0),
    },
  }
}
