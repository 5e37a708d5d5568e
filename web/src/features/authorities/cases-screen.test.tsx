import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type CaseNotice, dismissCase, listCases, sendCaseAgain } from '#contract/cases.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const notice: CaseNotice = {
  ...{ id: '01900000-0000-7000-8000-0000000000c1', site: 'Main', reference: 'K7Q2M9XD', disease: 'Cholera' },
  ...{ visitId: '01900000-0000-7000-8000-0000000000c2', test: 'Stool Culture', finding: 'Vibrio cholerae' },
  ...{ version: 1, foundAt: '2026-03-09T08:00:00.000Z', state: 'held', gone: false, decidedBy: null },
  ...{ decidedAt: null, reason: '', toldAt: null, attempts: 0, dueAt: null, error: '' },
}
const failed: CaseNotice = {
  ...{ ...notice, id: '01900000-0000-7000-8000-0000000000c3', reference: 'B4N8T2WC', state: 'failed' },
  ...{ decidedBy: 'Mabel Manager', decidedAt: '2026-03-09T08:10:00.000Z', error: 'No answer' },
}
const list = (version: number) => ({ rows: [{ ...notice, version }, failed], nextCursor: null })

test('dismissing a case sends the version that was shown when the dialog opened, even if a correction arrives meanwhile', async () => {
  const { user, server } = await openScreen('/manager-dashboard/cases', (to) => {
    // jsdom does not know the element.
    to.provokes(/The tag <%s> is unrecognized in this browser.*search/)
    signIn(to, { ...ama, role: 'admin', fullName: 'Mabel Manager' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(listCases, list(1))
    to.answers(sendCaseAgain, { message: 'It is sent again.' })
    to.answers(dismissCase, { message: 'Not reported.' })
  })
  await user.click(await screen.findByRole('button', { name: 'Do not report Cholera, K7Q2M9XD' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Reported on paper')
  // Another change loads the list again. In jsdom a modal dialog does not cover its button.
  server.answers(listCases, list(2))
  await user.click(screen.getByRole('button', { name: 'Send Cholera, B4N8T2WC' }))
  await expect.poll(() => server.callsOf(listCases).length).toBe(2)
  await screen.findByText('It is sent again.')
  await user.click(dialog.getByRole('button', { name: 'Do not report' }))
  await expect.poll(() => server.callsOf(dismissCase)).toEqual([{ reason: 'Reported on paper', version: 1 }])
})
