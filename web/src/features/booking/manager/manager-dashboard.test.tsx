import { expect, test } from 'vitest'
import { readBackups } from '#contract/backups.ts'
import { appointmentTasks } from '#contract/booking.ts'
import { countHeldCases } from '#contract/cases.ts'
import { insightsToday } from '#contract/insights.ts'
import { messages } from '#contract/messages.ts'
import { searchPatients } from '#contract/patients.ts'
import { openCallbacks } from '#contract/results.ts'
import { laboratory } from '#contract/sites.ts'
import { listTechnicians } from '#contract/technicians.ts'
import { ama, openScreen, screen, signIn } from '../../../testing/open-screen.tsx'

test('the dashboard opens although the settings of the laboratory cannot be read', async () => {
  await openScreen('/manager-dashboard', (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    const calls = [
      searchPatients,
      listTechnicians,
      appointmentTasks,
      insightsToday,
      readBackups,
      countHeldCases,
    ]
    for (const one of [laboratory, openCallbacks, ...calls])
      to.refuses(one, { code: 'internal', message: 'Something went wrong' })
  })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard')
  expect((await screen.findAllByText(messages.lists.dashboardFailure)).length).toBeGreaterThan(0)
})
