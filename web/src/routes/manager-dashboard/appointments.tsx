import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { appointmentAddress } from '../../features/booking/manager/appointment-search.ts'
import { AppointmentsScreen } from '../../features/booking/manager/appointments-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/appointments')({
  staticData: { title: t`Appointments` },
  validateSearch: appointmentAddress.validate,
  component: AppointmentsScreen,
})
