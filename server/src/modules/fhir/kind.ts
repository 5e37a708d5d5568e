import type { ApiScope } from '#contract/api-clients.ts'
import type { Page, PageQuery } from '#server/platform/list.ts'
import type { ClientCall } from './admit-client.ts'
import type { Resource } from './resource.ts'

/** A search parameter as the CapabilityStatement lists it. */
export type ParamAbout = { type: 'token' | 'date' | 'reference'; about: string }

/** A parameter with its values in the request. A resource must match every member of `all` by at least one of its values. */
export type Asked = { name: string; all: readonly (readonly string[])[] }

/** A type of resources that programs read and search. */
export type Kind = {
  type: string
  scope: ApiScope
  /** The parameters by name, besides `_count`. */
  params: Readonly<Record<string, ParamAbout>>
  search(call: ClientCall, asked: readonly Asked[], page: PageQuery): Promise<Page<Resource>>
  /** Null if the client reaches no resource with this id. */
  read(call: ClientCall, id: string): Promise<Resource | null>
  /** The writes that programs may make; without it, the type is read-only. */
  writes?: Writes
}

/** `isNew`: false if a resource with this identifier was created before; then nothing is changed. */
export type Made = { id: string; isNew: boolean }

/** A change of the version that the program has read: `ifMatch` is its ETag. */
export type Change = { id: string; ifMatch: string; body: unknown }

export type Writes = {
  create?: { scope: ApiScope; make(call: ClientCall, kind: Kind, body: unknown): Promise<Made> }
  update?: { scope: ApiScope; change(call: ClientCall, kind: Kind, change: Change): Promise<void> }
}
