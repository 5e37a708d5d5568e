import { createFileRoute } from '@tanstack/react-router'
import { readCatalogue } from '#contract/catalogue.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { CatalogueFailure, CatalogueLoading } from '../../features/catalogue/catalogue-states.tsx'

/** What the screens of the catalogue share: the catalogue, and the laboratory's clock. */
export const Route = createFileRoute('/manager-dashboard/catalogue')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(queryFor(readCatalogue)),
      queryClient.ensureQueryData(queryFor(laboratory)),
    ]).then(() => {}),
  pendingComponent: CatalogueLoading,
  errorComponent: ({ error }) => <CatalogueFailure error={error} />,
})
