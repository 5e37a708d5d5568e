import { required } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import type { Kind } from './kind.ts'
import type { Resource } from './resource.ts'

/** The type with this name, which is served. */
export function kindOf(kinds: readonly Kind[], name: string): Kind {
  const kind = kinds.find(({ type }) => type === name)
  if (!kind) throw new Error(`${name} is not served`)
  return kind
}

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
