import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listPayers } from '#contract/money.ts'
import { readMoneySettings, readPrices, setPrices } from '#contract/money-prices.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

test('a new price is valid from today and has an offered tax, also if the list shows another day', async () => {
  const tax = { name: 'Old tax', basisPoints: 500, ended: true, id: '01900000-0000-7000-8000-0000000000e1' }
  const { user, server } = await openScreen('/manager-dashboard/prices', (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mabel Manager' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(readMoneySettings, {
      on: true,
      currency: 'GHS',
      holdSamples: false,
      holdResults: false,
      version: 1,
      taxes: [tax, { ...tax, id: '01900000-0000-7000-8000-0000000000e2', name: 'VAT', ended: false }],
    })
    to.answers(listPayers, [{ id: 'patients', kind: 'patient', name: '', ended: false, version: 1 }])
    const price = { test: 'FBC', name: 'Full Blood Count', amount: 6_000, taxId: tax.id, patients: 6_000 }
    to.answers(readPrices, {
      currency: 'GHS',
      day: '2026-02-02',
      today: '2026-03-09',
      prices: [{ ...price, validFrom: '2026-01-01', next: null }],
    })
    to.answers(setPrices, { message: 'The price is saved.' })
  })
  await user.click(await screen.findByRole('button', { name: 'Set the price of Full Blood Count' }))
  const offered = within(await screen.findByLabelText('Included tax')).getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['None', 'VAT'])
  await user.click(screen.getByRole('button', { name: 'Save the price' }))
  await expect
    .poll(() => server.callsOf(setPrices))
    .toEqual([{ validFrom: '2026-03-09', prices: [{ test: 'FBC', amount: 6_000, taxId: null }] }])
})
