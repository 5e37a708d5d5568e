import { fireEvent, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openCallbacks } from '#contract/results.ts'
import { putTube, readStorageRack, type StorageRack } from '#contract/storage.ts'
import { expectAccessible } from '../../../testing/accessible.ts'
import { ama, openScreen, screen, signIn } from '../../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'
const rack: StorageRack = {
  id,
  name: 'Rack A',
  code: 'AB12CD34',
  rows: 2,
  columns: 3,
  used: 1,
  version: 1,
  unit: { id: '01900000-0000-7000-8000-0000000000d2', name: 'Freezer 1', kind: 'freezer' },
  tubes: [
    {
      position: 1,
      accession: '01260309000012',
      patient: 'Abena Kept',
      specimen: 'Serum',
      since: '2026-03-09T08:30:00.000Z',
      by: 'Hana',
      isDue: true,
    },
  ],
}

const openRack = () =>
  openScreen(`/storage/racks/${id}`, (to) => {
    signIn(to, { ...ama, role: 'technician', fullName: 'Tina Technician' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(readStorageRack, rack)
    // jsdom does not know <search>.
    to.provokes(/unrecognized in this browser/)
  })

test('scanned tubes are put into successive positions in the order of the scans', async () => {
  const { user, server } = await openRack()
  const field = await screen.findByLabelText('Scan or type a code')
  expect(screen.getByRole('button', { name: 'A2: next position' })).toBeDefined()
  server.answers(putTube, { message: 'Freezer 1, Rack A, A2', position: 2, next: 3 })
  await user.type(field, '01260309000020{Enter}')
  await user.clear(field)
  await user.type(field, '01260309000038{Enter}')
  await expect
    .poll(() => server.callsOf(putTube))
    .toEqual([
      { accession: '01260309000020', position: null },
      { accession: '01260309000038', position: 3 },
    ])
  await expect.poll(() => (field as HTMLInputElement).value).toBe('')
})

test('a scan arrives whole although the heading of a new screen takes the focus meanwhile', async () => {
  const { server } = await openRack()
  await screen.findByLabelText('Scan or type a code')
  server.answers(putTube, { message: 'Freezer 1, Rack A, A2', position: 2, next: 3 })
  const heading = screen.getByRole('heading', { level: 1 })
  for (const key of [...'01260309000020', 'Enter']) {
    heading.focus()
    fireEvent.keyDown(heading, { key })
  }
  await expect.poll(() => server.callsOf(putTube)).toEqual([{ accession: '01260309000020', position: null }])
})

test('a click chooses a free position, and a click on a tube opens its details', async () => {
  const { user, server } = await openRack()
  await user.click(await screen.findByRole('button', { name: 'B3: free' }))
  server.answers(putTube, { message: 'Freezer 1, Rack A, B3', position: 6, next: 2 })
  await user.type(screen.getByLabelText('Scan or type a code'), '01260309000020{Enter}')
  await expect.poll(() => server.callsOf(putTube)).toEqual([{ accession: '01260309000020', position: 6 }])
  await user.click(screen.getByRole('button', { name: 'A1: 01 260309 00001 2, to discard' }))
  const tube = within(screen.getByRole('region', { name: 'A1' }))
  expect(tube.getByText('Abena Kept')).toBeDefined()
  await expectAccessible()
})
