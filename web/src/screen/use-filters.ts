import { createContext, useContext, useState } from 'react'
import { useSettled } from '../ui/use-settled.ts'
import { type Address, useAddress } from './address.ts'

type Said = Readonly<Record<string, unknown>>
type Words = Readonly<Record<string, string | undefined>>

/** The filters of a list: the filters of the address, and the typed words, which stay out of the address. */
export type Filters<S = Said> = {
  search: S
  set: (change: Partial<Record<keyof S, unknown>>) => void
  typed: Words
  type: (name: string, words: string) => void
  /** The typed words, after a pause in typing. */
  words: Words
  narrowed: boolean
  showAll: () => void
}

/**
 * The filters of a list screen. A changed filter shows the first page. `kept`: parts of the address that are no filters and stay
 * when all filters are removed.
 */
export function useFilters<S extends object>(
  address: Address<S>,
  kept: readonly (keyof S)[] = [],
): Filters<S> {
  const [search, set] = useAddress(address)
  const [typed, setTyped] = useState<Words>({})
  const settled = Object.entries(useSettled(typed)).map(([name, said]) => [name, said?.trim() || undefined])
  const filled = (Object.keys(search) as (keyof S)[]).filter(
    (key) => search[key] !== undefined && !kept.includes(key),
  )
  const narrow = (change: Partial<Record<keyof S, unknown>>) => set({ page: undefined, ...change })
  return {
    search,
    set: narrow,
    typed,
    type: (name, said) => {
      setTyped((before) => ({ ...before, [name]: said }))
      if ('page' in search && search.page !== undefined) narrow({})
    },
    words: Object.fromEntries(settled),
    narrowed: filled.length > 0 || Object.values(typed).some(Boolean),
    showAll: () => {
      setTyped({})
      narrow(Object.fromEntries(filled.map((key) => [key, undefined])) as Partial<Record<keyof S, unknown>>)
    },
  }
}

const Within = createContext<Filters | null>(null)
export const FiltersProvider = Within.Provider

export function useFiltersHere(): Filters {
  const filters = useContext(Within)
  if (!filters) throw new Error('A filter stands within a FilterBar')
  return filters
}
