import { required } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import type { Resource } from './resource.ts'

export const readOne = async (call: ClientCall, kind: Kind, id: string): Promise<Resource> =>
  required(await kind.read(call, id), `This ${kind.type}`)

/** How many ids one search asks for. */
export const idsAtOnce = 100

/** The resources with these ids, as far as the client reaches them. */
export async function readMany(call: ClientCall, kind: Kind, ids: readonly string[]): Promise<Resource[]> {
  const found: Resource[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce)
    const { rows } = await kind.search(call, [{ name: '_id', all: [some] }], { limit: some.length })
    found.push(...rows)
  }
  return found
}
