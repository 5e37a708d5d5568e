import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitsOutside } from '#contract/closures.ts'
import { openCallbacks } from '#contract/results.ts'
import { changeHours, settings } from '#contract/settings.ts'
import { laboratorySettings } from '../../testing/laboratory-settings.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const first = '0000000000000001'
const second = '0000000000000002'
const siteId = '01900000-0000-7000-8000-000000000051'
const withHours = (closes: string, version: string) =>
  laboratorySettings({
    sites: [
      {
        id: siteId,
        name: 'Main',
        timeZone: 'Africa/Accra',
        closedAt: null,
        version: first,
        hours: { week: [{ weekday: 1, opens: '07:00', closes }], version },
        chairs: [],
      },
    ],
  })

test('leaving the screen after saving the opening hours does not ask about unsaved changes', async () => {
  const { user, server, address } = await openScreen('/manager-dashboard/settings/sites', (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(settings, withHours('17:00', first))
    to.answers(visitsOutside, {
      site: { id: siteId, name: 'Main', timeZone: 'Africa/Accra' },
      count: 0,
      visits: [],
    })
    to.answers(changeHours, { message: 'The opening hours are saved.' })
  })
  const closes = await screen.findByLabelText('Monday closes')
  await user.clear(closes)
  await user.type(closes, '18:30')
  server.answers(settings, withHours('18:30', second))
  await user.click(screen.getByRole('button', { name: 'Save hours' }))
  await waitFor(() =>
    expect(server.callsOf(changeHours)).toMatchObject([{ week: [{ closes: '18:30' }], version: first }]),
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save hours' })).toBeEnabled())
  await user.click(screen.getAllByRole('link', { name: 'Booking' })[0] as HTMLElement)
  await waitFor(() => expect(address()).toBe('/manager-dashboard/settings/booking'))
})
