import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { findDuplicates, listDuplicates } from '#contract/joins.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, sayWhen } from '../../lib/times.ts'
import { backLinkClass } from '../../ui/back-link.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { toast } from '../../ui/toast.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useNow } from '../../ui/use-now.ts'
import { duplicatesPage } from './duplicates-page.ts'
import type { Joined } from './join-dialog.tsx'
import { JoinedNotice } from './joined-notice.tsx'
import { PairList } from './pair-list.tsx'
import { refreshPatients } from './refresh-patients.ts'

/** Records that could be of one person. */
export function DuplicatesScreen() {
  const queryClient = useQueryClient()
  const now = useNow()
  const { cursor, pager } = useKeyPages('')
  const { data } = useSuspenseQuery(queryFor(listDuplicates, { query: { limit: duplicatesPage, cursor } }))
  const [joined, setJoined] = useState<Joined | null>(null)
  const find = useMutation({
    mutationFn: () => call(findDuplicates),
    onSuccess: ({ message }) => {
      toast('success', message)
      return refreshPatients(queryClient)
    },
    onError: (error) => void toast('error', error.message),
  })
  return (
    <Page>
      <BackToPatients />
      <PageHeader
        title={t`Duplicates`}
        about={
          data.comparedAt
            ? t`All records are compared every night, last ${sayWhen(data.comparedAt, browserZone(), now)}.`
            : t`All records are compared every night.`
        }
        action={
          <Button pending={find.isPending} pendingText={t`Comparing…`} onClick={() => find.mutate()}>
            <Trans>Compare now</Trans>
          </Button>
        }
      />
      {joined && <JoinedNotice joined={joined} onUndone={() => setJoined(null)} />}
      {data.rows.length === 0 ? (
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={t`No duplicates found`}
          about={t`Two records show here when phone, e-mail or name say that they could be of one person, and sex and age fit.`}
        />
      ) : (
        <PairList pairs={data.rows} onJoined={setJoined} />
      )}
      <Pager {...pager(data.nextCursor)} />
    </Page>
  )
}

export function BackToPatients() {
  return (
    <Link to="/manager-dashboard/patients" className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      <Trans>All patients</Trans>
    </Link>
  )
}
