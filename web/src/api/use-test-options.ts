import { useQuery } from '@tanstack/react-query'
import { catalogueTests } from '#contract/sites.ts'
import { queryFor } from './queries.ts'

/** The catalogue's tests, as a list to choose from; none until they are known. */
export function useTestOptions(): { value: string; label: string }[] {
  const { data: catalogue } = useQuery(queryFor(catalogueTests))
  return (catalogue ?? []).map(({ name, label }) => ({ value: name, label }))
}
