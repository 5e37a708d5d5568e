import { expect, test } from 'vitest'
import { readCatalogue } from '#contract/catalogue.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { openCallbacks } from '#contract/results.ts'
import { addStockItem, countStockLot, listStock, openStockLot, readStockItem } from '#contract/stock.ts'
import { expectAccessible } from '../../testing/accessible.ts'
import { ama, openScreen, type Prepare, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000b1'
const now = '2026-03-09T08:30:00.000Z'
const item: ResponseInput<typeof readStockItem> = {
  id,
  site: 'Main',
  name: 'Cell pack',
  kind: 'reagent',
  unit: 'tests',
  state: 'order',
  usable: 40,
  inUse: [],
  firstExpiry: '2026-12-31',
  booked: 30,
  runsOutOn: '2026-03-12',
  deliveryDays: 14,
  manufacturer: '',
  catalogueNumber: '',
  reorderLevel: 20,
  openDays: null,
  uses: [],
  endedAt: null,
  version: 1,
  lots: [
    {
      id: '01900000-0000-7000-8000-0000000000b2',
      number: 'A1',
      expiresOn: '2026-12-31',
      openedOn: null,
      usableUntil: '2026-12-31',
      remaining: 40,
      whyNotOpen: null,
      isExpired: false,
    },
  ],
  movements: [],
}
const prepare: Prepare = (to) => {
  signIn(to, { ...ama, role: 'admin', fullName: 'Mansa Manager' })
  to.answers(openCallbacks, { now, visits: [], total: 0 })
  to.answers(listStock, { items: [] })
  to.answers(readStockItem, item)
  to.answers(readCatalogue, { tests: [], analytes: [] })
}

test('an item is added with its fields, and its page is opened', async () => {
  const { user, server } = await openScreen('/stock', prepare)
  await user.click(await screen.findByRole('button', { name: 'Add an item' }))
  server.answers(addStockItem, { message: 'Cell pack is added.', id })
  for (const [label, typed] of [
    ['Name', 'Cell pack'],
    ['Unit', 'tests'],
    ['Reorder level', '20'],
    ['Days until delivery', '14'],
  ] as const)
    await user.type(await screen.findByLabelText(label), typed)
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('heading', { name: 'Cell pack' })).toBeVisible()
  expect(server.callsOf(addStockItem)).toMatchObject([
    { name: 'Cell pack', kind: 'reagent', unit: 'tests', reorderLevel: 20, deliveryDays: 14, uses: [] },
  ])
  await expectAccessible()
})

test('a lot is opened with one button, and counted', async () => {
  const { user, server } = await openScreen(`/stock/${id}`, prepare)
  server.answers(openStockLot, { message: 'Lot A1 is in use.' })
  server.answers(countStockLot, { message: 'Lot A1: 38 tests counted.' })
  await user.click(await screen.findByRole('button', { name: 'Open lot A1' }))
  await expect.poll(() => server.callsOf(openStockLot).length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Count lot A1' }))
  await user.type(await screen.findByLabelText('Counted'), '38')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => server.callsOf(countStockLot)).toMatchObject([{ counted: 38 }])
})
