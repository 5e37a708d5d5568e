import type { Context } from '#server/platform/context.ts'
import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import { kindsOf } from './kinds.ts'
import type { Resource } from './resource.ts'

/** No client has this id. */
const noClient = '00000000-0000-0000-0000-000000000000'

/** The call and the type with which the product itself reads resources of a site. Its caller audits what becomes of them. */
function asProduct(context: Context, siteId: string, type: string): { kind: Kind; call: ClientCall } {
  const kind = kindsOf(context.config).find((one) => one.type === type)
  if (!kind) throw new Error(`${type} is not served`)
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

/** The resources with these ids, as far as they are of the site. */
export async function readSomeAsProduct(
  context: Context,
  siteId: string,
  type: string,
  ids: readonly string[],
): Promise<Resource[]> {
  const { kind, call } = asProduct(context, siteId, type)
  const found: Resource[] = []
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const some = ids.slice(at, at + mostAtOnce)
    found.push(...(await kind.search(call, [{ name: '_id', all: [some] }], { limit: mostAtOnce })).rows)
  }
  return found
}

const mostAtOnce = 100
