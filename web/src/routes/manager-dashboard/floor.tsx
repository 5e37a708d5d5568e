import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { FloorScreen } from '../../features/queue/floor-screen.tsx'

type FloorSearch = { site: string | undefined }

export const Route = createFileRoute('/manager-dashboard/floor')({
  staticData: { title: t`Floor` },
  validateSearch: ({ site }: Partial<FloorSearch> & SearchSchemaInput): FloorSearch => ({
    site: typeof site === 'string' && site !== '' ? site : undefined,
  }),
  component: Floor,
})

function Floor() {
  const navigate = Route.useNavigate()
  return (
    <FloorScreen
      site={Route.useSearch().site}
      onSite={(site) => void navigate({ search: { site }, resetScroll: false })}
    />
  )
}
