import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { SelectDateScreen } from '../../features/booking/select-date-screen.tsx'
import { firstAvailability } from '../../features/booking/use-offer.ts'

export const Route = createFileRoute('/_public/select-date')({
  staticData: { title: t`Select a Date and Time` },
  loader: async ({ context: { queryClient } }) => {
    const facts = await queryClient.ensureQueryData(queryFor(laboratory))
    // Where it fails, the screen says so beside the calendar, which may still load.
    await queryClient.prefetchQuery(firstAvailability(facts))
  },
  component: SelectDateScreen,
})
