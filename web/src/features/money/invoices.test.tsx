import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listPayers } from '#contract/money.ts'
import { issueInvoice, listInvoices, readDebts } from '#contract/money-invoices.ts'
import { openCallbacks } from '#contract/results.ts'
import { browserZone, dayOf, latestMonths, sayMonth } from '../../lib/times.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const clinic = '01900000-0000-7000-8000-0000000000f1'

test('the invoice of a month is by default that of last month, chosen by its name', async () => {
  const { user, server } = await openScreen('/manager-dashboard/invoices', (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mabel Manager' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(readDebts, [])
    to.answers(listInvoices, { rows: [], nextCursor: null })
    to.answers(listPayers, [{ id: clinic, kind: 'facility', name: 'Ridge Clinic', ended: false, version: 1 }])
    to.answers(issueInvoice, { message: 'The invoice is issued.', id: clinic, number: 'I-2026-1' })
  })
  const [, lastMonth = ''] = latestMonths(dayOf(new Date(), browserZone()), 2)
  const card = within(await screen.findByRole('region', { name: 'Issue an invoice' }))
  expect(card.getByLabelText('Month')).toHaveDisplayValue(sayMonth(`${lastMonth}-01`))
  await user.click(card.getByRole('button', { name: 'Issue the invoice' }))
  await expect.poll(() => server.callsOf(issueInvoice)).toEqual([{ payerId: clinic, month: lastMonth }])
})
