import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../api/queries.ts'
import { KioskScreen } from '../features/queue/kiosk-screen.tsx'

/** `/kiosk` stands at the first site; at another, `/kiosk?site=` names it. */
export const Route = createFileRoute('/kiosk')({
  staticData: { title: t`Check in` },
  validateSearch: (search): { site: string | undefined } => ({
    site: typeof search.site === 'string' ? search.site : undefined,
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(queryFor(laboratory)).then(() => {}),
  component: () => <KioskScreen siteId={Route.useSearch().site} />,
})
