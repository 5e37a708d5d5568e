import { invalid } from '#server/platform/errors.ts'
import { type ClientCall, requireScope } from './admit-client.ts'
import type { Kind } from './kind.ts'
import { idsAtOnce, readMany } from './read-one.ts'
import type { Included, Query } from './read-query.ts'
import type { Resource } from './resource.ts'

/** The most resources that `_include:iterate` adds. */
const mostIterated = 5_000
/** The most resources that refer to a page. */
const mostReferring = 1_000

const keyOf = ({ resourceType, id }: Resource) => `${resourceType}/${id}`

type Kinds = { kind: Kind; kinds: readonly Kind[] }

/** The resources that the resources of a page refer to, and those that refer to them, as far as the program asks for them. */
export async function includedWith(
  call: ClientCall,
  { kind, kinds }: Kinds,
  page: readonly Resource[],
  { include, revInclude }: Pick<Query, 'include' | 'revInclude'>,
): Promise<Resource[]> {
  const found = new Map<string, Resource>()
  const add = (resources: readonly Resource[]) => {
    for (const one of resources) found.set(keyOf(one), one)
  }
  for (const included of include.filter(({ type, iterates }) => !iterates || type === kind.type))
    add(await referredTo(call, { kind, kinds }, page, included))
  await addReferredFrom(
    call,
    kinds,
    found,
    include.filter(({ iterates }) => iterates),
  )
  for (const included of revInclude) add(await referring(call, { kind, kinds }, page, included))
  for (const { id } of page) found.delete(`${kind.type}/${id}`)
  return [...found.values()]
}

/** Adds what the found resources refer to, and what these refer to, until nothing new is found. */
async function addReferredFrom(
  call: ClientCall,
  kinds: readonly Kind[],
  found: Map<string, Resource>,
  includes: readonly Included[],
): Promise<void> {
  let from = [...found.values()]
  do {
    const next: Resource[] = []
    for (const included of includes) {
      const kind = kinds.find(({ type }) => type === included.type)
      if (!kind) throw invalid({ '_include:iterate': [`${included.type} is no type of resource`] })
      const ofKind = from.filter(({ resourceType }) => resourceType === kind.type)
      next.push(...(await referredTo(call, { kind, kinds }, ofKind, included)))
    }
    from = next.filter((one) => !found.has(keyOf(one)))
    for (const one of from) found.set(keyOf(one), one)
    if (found.size > mostIterated)
      throw invalid({ '_include:iterate': [`This adds more than ${mostIterated}: ask for a smaller _count`] })
  } while (from.length > 0)
}

async function referredTo(
  call: ClientCall,
  { kind, kinds }: Kinds,
  page: readonly Resource[],
  { type, reference }: Included,
): Promise<Resource[]> {
  const followed = type === kind.type ? kind.references[reference] : undefined
  if (!followed) throw invalid({ _include: [whyNot(kind, type, reference)] })
  const references = page.flatMap((resource) => followed.of(resource).map((text) => text.split('/')))
  const resources: Resource[] = []
  for (const target of kinds.filter((one) => followed.targets.includes(one.type))) {
    requireScope(call, target.scope)
    const ids = references.flatMap(([name, id]) => (name === target.type && id !== undefined ? [id] : []))
    resources.push(...(await readMany(call, target, [...new Set(ids)])))
  }
  return resources
}

const whyNot = (kind: Kind, type: string, reference: string) =>
  `${type}:${reference} is not one of ${Object.keys(kind.references)
    .map((name) => `${kind.type}:${name}`)
    .join(', ')}`

async function referring(
  call: ClientCall,
  { kind, kinds }: Kinds,
  page: readonly Resource[],
  { type, reference }: Included,
): Promise<Resource[]> {
  const source = kinds.find((one) => one.type === type)
  if (!source || source.params[reference]?.target !== kind.type)
    throw invalid({ _revinclude: [`${type}:${reference} is no reference to a ${kind.type}`] })
  requireScope(call, source.scope)
  const ids = page.map(({ id }) => id ?? '')
  const resources: Resource[] = []
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const asked = [{ name: reference, all: [ids.slice(from, from + idsAtOnce)] }]
    const limit = mostReferring - resources.length
    const { rows, nextCursor } = await source.search(call, asked, { limit })
    resources.push(...rows)
    if (nextCursor !== null || resources.length >= mostReferring)
      throw invalid({
        _revinclude: [`More than ${mostReferring} resources refer to this page: ask for a smaller _count`],
      })
  }
  return resources
}
