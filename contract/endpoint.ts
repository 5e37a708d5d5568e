import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './options.ts'
import type { Permission } from './permissions.ts'

/**
 * One call of the product, said once: the server serves it, the browser calls it, the OpenAPI document lists it.
 * `access` is who may call at all; whose rows they may then see is the module's policy and part of its SQL.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with `:name` parameters, capitals as published. */
  readonly path: `/api/${string}`
  readonly access: 'public' | readonly Role[]
  /** For a public call: a valid token is still read, so that the handler knows the caller. */
  readonly knowsActor?: true
  /** What a member of staff needs beside the role; managers have every permission. */
  readonly permission?: Permission
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: z.ZodType
  readonly body?: z.ZodType
  /** Instead of JSON the body is a file as it is (application/octet-stream), of at most so many bytes. */
  readonly file?: { readonly most: number }
  /** Idempotent: a repeat with the same key or version gets the same answer and changes nothing more. */
  readonly repeatable?: true
  /** Success answers by status. A `z.string()` answer is sent as it is (a calendar file, a picture). */
  readonly responses: Readonly<Record<number, z.ZodType>>
  /** Refusals that a caller should be ready for, beside those that every call has. */
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

/** What a caller reads on success. */
export type ResponseOf<E extends Endpoint> = z.output<E['responses'][keyof E['responses'] & number]>
/** What a handler must give on success, before defaults are filled in. */
export type ResponseInput<E extends Endpoint> = z.input<E['responses'][keyof E['responses'] & number]>
/** A row of a list's answer, as a handler gives it. */
export type RowOf<E extends Endpoint> =
  ResponseInput<E> extends { rows: readonly (infer Row)[] } ? Row : never
