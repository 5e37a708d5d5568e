import type { Actor } from '#server/platform/context.ts'
import type { Client } from './queries-clients.ts'

/** A client as somebody who books for others at its sites, without any permission. It has no account and no session. */
export const asActor = ({ id, name, sites }: Client): Actor => ({
  accountId: id,
  role: 'technician',
  fullName: name,
  email: '',
  permissions: [],
  sites,
  sessionHash: Buffer.alloc(0),
  program: { name },
})
