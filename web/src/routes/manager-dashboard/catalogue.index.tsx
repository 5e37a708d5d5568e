import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CatalogueScreen } from '../../features/catalogue/catalogue-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/')({
  staticData: { title: t`Catalogue` },
  component: CatalogueScreen,
})
