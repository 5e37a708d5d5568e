import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { appointmentAddress } from '../../features/areas/appointment-search.ts'
import { AppointmentsScreen } from '../../features/areas/appointments-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/appointments')({
  staticData: { title: t`Appointments` },
  validateSearch: appointmentAddress.validate,
  component: AppointmentsScreen,
})
