import type { QueryClient } from '@tanstack/react-query'
import { readAnalyte, readCatalogue, readCatalogueTest } from '#contract/catalogue.ts'
import { catalogueTests } from '#contract/sites.ts'
import { keyOf } from '../../api/queries.ts'

/** What else shows something of the catalogue is out of date once a part of it was changed. */
export async function refreshCatalogue(queryClient: QueryClient): Promise<void> {
  const parts = [readCatalogue, readCatalogueTest, readAnalyte, catalogueTests]
  await Promise.all(parts.map((part) => queryClient.invalidateQueries({ queryKey: keyOf(part) })))
}
