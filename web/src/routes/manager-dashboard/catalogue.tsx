import { createFileRoute } from '@tanstack/react-router'
import { readCatalogue } from '#contract/catalogue.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { CatalogueFailure } from '../../features/catalogue/catalogue-states.tsx'

/** What the screens of the catalogue share: the catalogue, and the laboratory's clock. */
export const Route = createFileRoute('/manager-dashboard/catalogue')({
  loader: ({ context: { queryClient } }) =>
    startLoading(queryClient, queryFor(readCatalogue), queryFor(laboratory)),
  errorComponent: ({ error }) => <CatalogueFailure error={error} />,
})
