import { type SearchSchemaInput, useNavigate, useSearch } from '@tanstack/react-router'
import { readDay } from '../lib/times.ts'

/** Reads a part of an address; undefined if the part is not valid. */
type Meaning<T> = (said: unknown) => T | undefined
type Meanings = Readonly<Record<string, Meaning<unknown>>>

/** The filters of an address. Every key is named: the router would keep a key that a route leaves out unchanged. */
export type SearchOf<A> = A extends Address<infer S> ? S : never

/** The router reads `?late=true` as JSON. */
export const oneOf =
  <const T extends string>(values: readonly T[]): Meaning<T> =>
  (said) =>
    values.find((one) => one === String(said))

export const text =
  (form = /./): Meaning<string> =>
  (said) =>
    typeof said === 'string' && form.test(said) ? said : undefined

export const id = text(/^[0-9a-f-]{36}$/)
export const day: Meaning<string> = readDay

/** A whole number. */
export const between =
  (least: number, most: number): Meaning<number> =>
  (said) => {
    const value = typeof said === 'string' && said !== '' ? Number(said) : said
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : undefined
  }
export const upTo = (most: number) => between(0, most)

/**
 * The filters of a screen in its address, so that a view can be sent, saved and opened again. Searched words are health data
 * and stay out of the address. `validate` is for the route, `read` for all other code.
 */
export function addressOf<M extends Meanings>(meanings: M) {
  type Search = { [K in keyof M]: ReturnType<M[K]> }
  const read = (given: Partial<Record<keyof M, unknown>>): Search =>
    Object.fromEntries(Object.entries(meanings).map(([key, meaning]) => [key, meaning(given[key])])) as Search
  return { read, validate: read as (given: Partial<Search> & SearchSchemaInput) => Search }
}

export type Address<S> = { read: (given: Partial<Record<keyof S, unknown>>) => S }

/**
 * The filters of the address, and a function that changes some of them; '' removes a filter. `replace`: the way back leads to the
 * previous screen, for filters that a slider changes many times.
 */
export function useAddress<S extends object>(address: Address<S>, { replace = false } = {}) {
  const search = address.read(useSearch({ strict: false } as never) as Partial<Record<keyof S, unknown>>)
  const navigate = useNavigate()
  const set = (change: Partial<Record<keyof S, unknown>>) =>
    void navigate({
      to: '.',
      search: address.read({ ...search, ...change }) as never,
      resetScroll: false,
      replace,
    })
  return [search, set] as const
}
