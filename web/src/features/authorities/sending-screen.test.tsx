import { expect, test } from 'vitest'
import { readDhis2Sending } from '#contract/dhis2.ts'
import { openCallbacks } from '#contract/results.ts'
import { ama, openScreen, screen, signIn } from '../../testing/open-screen.tsx'

const id = '01900000-0000-7000-8000-0000000000d1'

test('the screen of what was sent explains figures that DHIS2 ignored without an objection', async () => {
  await openScreen(`/manager-dashboard/dhis2/sent/${id}`, (to) => {
    signIn(to, { ...ama, role: 'admin', fullName: 'Mabel Manager' })
    to.answers(openCallbacks, { now: '2026-03-09T08:30:00.000Z', visits: [], total: 0 })
    to.answers(readDhis2Sending, {
      ...{ id, site: 'Main', month: '2026-02', dryRun: false, state: 'partly', askedBy: null },
      ...{ askedAt: '2026-03-05T06:00:00.000Z', settledAt: '2026-03-05T06:00:04.000Z', attempts: 1 },
      ...{ dueAt: null, status: 200, imported: 0, updated: 1, ignored: 1, deleted: 0 },
      ...{ error: 'Import process completed successfully', orgUnit: 'DiszpKrYNg8', dataSet: 'pBOMPrpg1QX' },
      ...{ attributeOptionCombo: null, hidden: 0, conflicts: [] },
      figures: [
        { name: 'Films', dataElement: 'fbfJHSPpUQD', categoryOptionCombo: null, count: 12 },
        { name: 'Positive films', dataElement: 'cYeuwXTCPkU', categoryOptionCombo: null, count: 0 },
      ],
    })
  })
  expect(await screen.findByText(/stays in DHIS2 until it is deleted there/)).toBeVisible()
})
