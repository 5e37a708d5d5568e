import { expect, test } from 'vitest'
import { listLaunchableApps } from '#contract/apps.ts'
import { type ClinicOrder, listClinicOrderPages, readClinicOrder } from '#contract/clinic-orders.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000c1'
const order: ClinicOrder = {
  ...{ id, code: 'C4K7Q2M9', patient: 'Kofi Mensah', personNumber: '10027', tests: ['Full Blood Count'] },
  ...{ way: 'sample', urgent: false, state: 'expected', orderedBy: 'Dr Yaa Amoako', wantedAt: null },
  ...{ orderedAt: '2026-03-09T08:00:00.000Z', gender: 'male', age: 40, bornOn: null, contact: '' },
  ...{ site: { id, name: 'Main', timeZone: 'UTC' }, visit: null, clinicalDetails: '', diagnosis: '' },
  ...{ fasting: 'not known', pregnancyWeek: null, medication: '', samples: [], preparation: [] },
  ...{ report: null, confidentialReport: null, whyNotCancel: 'It has samples', cancelReason: null },
  toTake: [{ collection: 'EDTA', specimen: 'Whole blood', tube: 'EDTA', tests: ['Full Blood Count'] }],
}

test('a collection is recorded with the identification of this time, not of a dialog that was left', async () => {
  const { user } = await openScreen(`/clinic/orders/${id}`, (server) => {
    signIn(server, { ...ama, role: 'clinician', fullName: 'Dr Yaa Amoako' })
    server.answers(readClinicOrder, order)
    server.answers(listClinicOrderPages, { pages: [] })
    server.answers(listLaunchableApps, { apps: [] })
  })
  const open = async () => user.click(await screen.findByRole('button', { name: 'Record sample collection' }))
  const card = () => screen.getByRole('checkbox', { name: 'Identity card' })
  await open()
  await user.click(card())
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await open()
  expect(card()).not.toBeChecked()
})
