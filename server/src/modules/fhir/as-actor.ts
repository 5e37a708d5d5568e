import type { Actor } from '#server/platform/context.ts'
import type { Client } from './queries-clients.ts'

/** The client as an actor that books for patients at its sites, without permissions, account or session. */
export const asActor = ({ id, name, sites }: Client): Actor => ({
  accountId: id,
  role: 'technician',
  fullName: name,
  email: '',
  permissions: [],
  sites,
  sessionHash: Buffer.alloc(0),
  program: { name, scopes: [] },
})

/** The client as an actor that orders for a facility. It reaches only the orders of this facility. */
export const asClinic = (client: Client, facilityId: string): Actor => ({
  ...asActor(client),
  role: 'clinician',
  facilityId,
})
