import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { KeyScope } from './key-scopes.ts'
import type { Role } from './options.ts'
import type { Permission } from './permissions.ts'

/**
 * One call of the product, declared once: the server serves it, the browser calls it, the OpenAPI document lists it.
 * `access`: the roles that may call it. Which rows they may then see is the module’s policy and part of its SQL.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, in upper and lower case as the specification spells it. */
  readonly path: `/api/${string}`
  readonly access: 'public' | readonly Role[]
  /** For a public call: an optional valid token still identifies the caller. */
  readonly knowsActor?: true
  /** The permission that staff need besides the role; managers have every permission. */
  readonly permission?: Permission
  /**
   * The scope with which an API key may make this call, as staff of its sites; `any`: every key may. Keys are refused calls without a
   * scope, except for public calls that do not ask who is calling.
   */
  readonly scope?: KeyScope | 'any'
  /** Whether the call is allowed before an account has set up the second factor that the laboratory requires. */
  readonly beforeSecondFactor?: true
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** The body is a file (application/octet-stream) of at most this many bytes instead of JSON. */
  readonly file?: { readonly most: number }
  /** Idempotent: a retry with the same key or version gets the same answer and changes nothing more. */
  readonly repeatable?: true
  /** A read whose answer may be some seconds old: it may come from a replica of the database. */
  readonly mayBeLate?: true
  /** Which reads are out of date after this call: their paths, or the segments that their paths begin with. */
  readonly changes?: readonly `/api${string}`[]
  /** Successful answers by status. A `z.string()` answer is sent as it is (a calendar file, a picture). */
  readonly responses: Readonly<Record<number, z.ZodType>>
  /** Refusals of this call, besides those that every call has. */
  readonly errors: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Accepted<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = E extends { file: object } ? Uint8Array : Parsed<E['body']>
export type HeadersOf<E extends Endpoint> = Parsed<E['headers']>

export type ParamsInput<E extends Endpoint> = Accepted<E['params']>
export type QueryInput<E extends Endpoint> = Accepted<E['query']>
export type BodyInput<E extends Endpoint> = E extends { file: object } ? Blob : Accepted<E['body']>

/** The successful answer as the caller reads it. */
export type ResponseOf<E extends Endpoint> = z.output<E['responses'][keyof E['responses'] & number]>
/** The successful answer as the handler returns it, before defaults are filled in. */
export type ResponseInput<E extends Endpoint> = z.input<E['responses'][keyof E['responses'] & number]>
/** A row of a list as the handler returns it. */
export type RowOf<E extends Endpoint> =
  ResponseInput<E> extends { rows: readonly (infer Row)[] } ? Row : never
