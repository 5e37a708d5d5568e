import type { Context } from '#server/platform/context.ts'
import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import { kindsOf } from './kinds.ts'
import { kindOf } from './read-one.ts'
import type { Resource } from './resource.ts'

/** No client has this id. */
const noClient = '00000000-0000-0000-0000-000000000000'

/** The call and the type with which the product itself reads resources of a site. Its caller audits what becomes of them. */
export function asProduct(context: Context, siteId: string, type: string): { kind: Kind; call: ClientCall } {
  const kind = kindOf(kindsOf(context.config), type)
  const client = {
    ...{ id: noClient, name: '', scopes: [kind.scope], perMinute: 0, sites: [siteId], facilityId: null },
    ...{ lastUsedAt: null, person: null, access: null, isProduct: true as const },
  }
  return { kind, call: { ...context, client } }
}

/** Reads a resource with the limits of a site. */
export async function readAsProduct(
  context: Context,
  siteId: string,
  type: string,
  id: string,
): Promise<Resource | null> {
  const { kind, call } = asProduct(context, siteId, type)
  return kind.read(call, id)
}
