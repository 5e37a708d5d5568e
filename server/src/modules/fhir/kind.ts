import type { RawBuilder } from 'kysely'
import type { ApiScope } from '#contract/api-clients.ts'
import type { EventType } from '#contract/webhooks.ts'
import type { Db } from '#server/platform/database.ts'
import type { Page, PageQuery } from '#server/platform/list.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { ClientCall } from './admit-client.ts'
import type { Profile } from './profiles.ts'
import type { ReachedPerson } from './queries-clients.ts'
import type { Resource } from './resource.ts'

export const modifiers = ['missing', 'not', 'exact', 'contains'] as const
export type Modifier = (typeof modifiers)[number]

/** A search parameter as the CapabilityStatement lists it. `target`: the type that a reference is to. */
export type ParamAbout = {
  type: 'token' | 'date' | 'reference' | 'string' | 'uri' | 'quantity' | 'composite'
  about: string
  target?: string
  modifiers?: readonly Modifier[]
}

/** A parameter with its values in the request. A resource must match every member of `all` by at least one of its values. */
export type Asked = { name: string; modifier?: Modifier | null; all: readonly (readonly string[])[] }

/** A reference that `_include` follows: the types that it can refer to, and its values in a resource. */
export type Reference = { targets: readonly string[]; of(resource: Resource): readonly string[] }

export type Sort = { by: string; descends: boolean }

/** A type of resources that programs read and search. */
export type Kind = {
  type: string
  scope: ApiScope
  /** The parameters by name, besides `_count`. */
  params: Readonly<Record<string, ParamAbout>>
  /** The names of the parameters by which a search can be sorted. */
  sorts: readonly string[]
  /** The references that searches include, by name. */
  references: Readonly<Record<string, Reference>>
  /** The profiles that resources can meet, and name if they do. */
  profiles: readonly Profile[]
  /** The elements that `_summary=true` returns, besides `id` and `meta`. */
  summary: readonly string[]
  search(
    call: ClientCall,
    asked: readonly Asked[],
    page: PageQuery,
    sort?: Sort | null,
  ): Promise<Page<Resource>>
  /** The number of resources that match. */
  count(call: ClientCall, asked: readonly Asked[]): Promise<number>
  /** Null if the client reaches no resource with this id. */
  read(call: ClientCall, id: string): Promise<Resource | null>
  /** Whether bulk exports have it. */
  isExported: boolean
  /** Whether the version of a resource is in `meta.versionId`. */
  isVersioned: boolean
  /** The versions that are kept; without it, only the present one is. */
  versions?: Versions
  /** The events that Subscriptions to this type hear; without it, there are none. */
  hears?: Hears
  /** Operations of the type, besides the interactions. */
  operations?: readonly Operation[]
  /** The writes that programs may make; without it, the type is read-only. */
  writes?: Writes
}

export type Hears = {
  events: readonly EventType[]
  /**
   * The condition that the resource of the event `e` is within reach and matches the parameters.
   * @throws a refusal of invalid values
   */
  fits(db: Db, reach: Reach, asked: readonly Asked[]): RawBuilder<boolean>
}

/**
 * `id`: of the instance; null: the operation is of the type. `params`: of the query, or of the Parameters in the body. `body`: as it was
 * sent.
 */
export type OperationAsked = {
  id: string | null
  params: URLSearchParams
  body: unknown
  ifMatch?: string | undefined
}

/** An operation, which is called `$` and its name. */
export type Operation = {
  name: string
  levels: readonly ('type' | 'instance')[]
  /** The canonical URL of its definition. */
  definition: string
  /** The scope that it needs; without it, that of its type. */
  scope?: ApiScope
  /** It is only called with `POST`, since it writes or its parameters are resources. Without it, `GET` is possible as well. */
  isPosted?: true
  run(call: ClientCall, asked: OperationAsked): Promise<Resource>
}

/** The sites, the facility and the person that a client is limited to. */
export type Within = { sites: Sites; facilityId: string | null; person: ReachedPerson | null }

/** A client with its limits. */
export type Reach = Within & { id: string }

export type Versions = {
  /** The versions of a resource from `since` on, latest first; none if the client reaches no resource with this id. */
  list(call: ClientCall, id: string, page: PageQuery, since: Date | null): Promise<Page<Resource>>
  read(call: ClientCall, id: string, version: number): Promise<Resource | null>
}

/**
 * `isNew`: false if a resource with this identifier was created before; then nothing is changed. `shownOnce` adds what only the answer to
 * the creation contains. `resource`: the resource, if it was read already.
 */
export type Made = {
  id: string
  isNew: boolean
  shownOnce?: (resource: Resource) => Resource
  resource?: Resource
}

/** A change of the version that the program has read: `ifMatch` is its ETag. */
export type Change = { id: string; ifMatch: string; body: unknown }

export type Writes = {
  create?: {
    scope: ApiScope
    make(call: ClientCall, kind: Kind, body: unknown): Promise<Made>
    /** Refuses what `make` would refuse, as far as it can be known without writing. */
    check(call: ClientCall, body: unknown): Promise<void>
  }
  update?: { scope: ApiScope; change(call: ClientCall, kind: Kind, change: Change): Promise<void> }
  remove?: { scope: ApiScope; remove(call: ClientCall, id: string): Promise<void> }
}
