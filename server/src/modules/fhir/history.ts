import { notFound } from '#server/platform/errors.ts'
import type { PageQuery } from '#server/platform/list.ts'
import { type ClientCall, requireScope } from './admit-client.ts'
import { type Answer, type AskedHeaders, answerWith } from './interactions.ts'
import type { Kind } from './kind.ts'
import { readSince } from './read-date.ts'
import { readOne } from './read-one.ts'
import { countOf } from './read-query.ts'
import { baseOf, pageLinks, type Resource } from './resource.ts'
import { validatorsOf } from './validators.ts'

/** The versions of a resource. Of most types, only the present version is kept. */

/** A version by its number. */
export async function readVersion(
  call: ClientCall,
  kind: Kind,
  { id, version }: { id: string; version: string },
  { ifNoneMatch }: AskedHeaders,
): Promise<Answer> {
  requireScope(call, kind.scope)
  const found = kind.versions
    ? await kind.versions.read(call, id, numberOf(version))
    : await presentVersion(call, kind, id, version)
  if (!found) throw notFound(`This version of this ${kind.type}`)
  return answerWith(found, ifNoneMatch)
}

/** The number of a version. 0, which no version has, for any other text. */
const numberOf = (version: string): number => (/^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0)

async function presentVersion(call: ClientCall, kind: Kind, id: string, version: string) {
  const present = await readOne(call, kind, id)
  return present.meta?.versionId === version ? present : null
}

/** The versions of a resource as a Bundle, latest first. */
export async function historyOf(
  call: ClientCall,
  kind: Kind,
  id: string,
  query: URLSearchParams,
): Promise<Answer> {
  requireScope(call, kind.scope)
  const [count, since, cursor] = [query.get('_count'), query.get('_since'), query.get('cursor')]
  const page = { limit: countOf(count), cursor: cursor ?? undefined }
  const { rows, nextCursor } = await versionsOf(call, kind, id, page, readSince(since))
  const address = (at: string | null) => {
    const used = { ...(count && { _count: count }), ...(since && { _since: since }) }
    const search = new URLSearchParams({ ...used, ...(at && { cursor: at }) })
    return `${baseOf(call.config)}/${kind.type}/${id}/_history${search.size > 0 ? `?${search}` : ''}`
  }
  const resource = {
    resourceType: 'Bundle',
    type: 'history',
    link: pageLinks(address, cursor, nextCursor),
    ...(rows.length > 0 && { entry: rows.map((one) => entryOf(call, one)) }),
  }
  return { status: 200, headers: {}, resource }
}

async function versionsOf(call: ClientCall, kind: Kind, id: string, page: PageQuery, since: Date | null) {
  if (!kind.versions) {
    const present = await readOne(call, kind, id)
    const { lastUpdated } = present.meta ?? {}
    const isBefore = since !== null && lastUpdated !== undefined && new Date(lastUpdated) < since
    return { rows: isBefore ? [] : [present], nextCursor: null }
  }
  const versions = await kind.versions.list(call, id, page, since)
  // A resource whose versions are all before `since` has an empty history. An unknown resource is refused.
  if (versions.rows.length === 0) await readOne(call, kind, id)
  return versions
}

function entryOf({ config }: ClientCall, resource: Resource) {
  const { resourceType, id, meta } = resource
  const isFirst = meta?.versionId === '1'
  return {
    fullUrl: `${baseOf(config)}/${resourceType}/${id}`,
    resource,
    request: { method: isFirst ? 'POST' : 'PUT', url: isFirst ? resourceType : `${resourceType}/${id}` },
    response: {
      status: isFirst ? '201' : '200',
      etag: validatorsOf(resource).etag,
      ...(meta?.lastUpdated !== undefined && { lastModified: meta.lastUpdated }),
    },
  }
}
