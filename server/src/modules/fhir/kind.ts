import type { ApiScope } from '#contract/api-clients.ts'
import type { Page, PageQuery } from '#server/platform/list.ts'
import type { ClientCall } from './admit-client.ts'
import type { Resource } from './resource.ts'

/** A parameter of a search as the CapabilityStatement lists it. */
export type ParamAbout = { type: 'token' | 'date' | 'reference'; about: string }

/** A parameter with its values in the request: each of `all` has to fit, by any of its values. */
export type Asked = { name: string; all: readonly (readonly string[])[] }

/** A type of resources that programs read and search. */
export type Kind = {
  type: string
  scope: ApiScope
  /** The parameters by name, besides `_count`. */
  params: Readonly<Record<string, ParamAbout>>
  search(call: ClientCall, asked: readonly Asked[], page: PageQuery): Promise<Page<Resource>>
  /** Null if there is none within reach of the client. */
  read(call: ClientCall, id: string): Promise<Resource | null>
  /** How programs write it. */
  writes?: Writes
}

export type Writes = {
  scope: ApiScope
  /** Not new: a resource with this identifier was created before, and nothing more was done. */
  create(call: ClientCall, body: unknown): Promise<{ id: string; isNew: boolean }>
  /** `version`: that of `If-Match`. */
  update(call: ClientCall, id: string, version: number, body: unknown): Promise<void>
}
