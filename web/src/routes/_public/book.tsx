import { t } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { sessionToken } from '../../api/session.ts'
import { AgreedByBooking } from '../../features/access/agreed-by-booking.tsx'
import { GuestScreen } from '../../features/booking/guest-screen.tsx'
import { firstAvailability } from '../../features/booking/use-offer.ts'

// Loaded later, since it needs the form library and is the last step.
const CodeHere = lazy(async () => ({
  default: (await import('../../features/access/code-here.tsx')).CodeHere,
}))

export const Route = createFileRoute('/_public/book')({
  staticData: { title: t`Book a Lab Appointment` },
  beforeLoad: () => {
    if (sessionToken() !== null) throw redirect({ to: '/patient-dashboard/appointment-page' })
  },
  loader: async ({ context: { queryClient } }) => {
    const [facts] = await Promise.all([
      queryClient.ensureQueryData(queryFor(laboratory)),
      queryClient.ensureQueryData(queryFor(catalogueTests)),
    ])
    // If it fails, the form shows the error at the times.
    await queryClient.prefetchQuery(firstAvailability(facts))
  },
  component: () => <GuestScreen code={CodeHere} terms={<AgreedByBooking />} />,
})
