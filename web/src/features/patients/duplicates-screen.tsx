import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { findDuplicates, listDuplicates } from '#contract/joins.ts'
import { call } from '../../api/client.ts'
import { browserZone, sayWhen } from '../../lib/times.ts'
import { ListScreen } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useList } from '../../screen/use-list.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Joined } from './join-dialog.tsx'
import { JoinedNotice } from './joined-notice.tsx'
import { PairList } from './pair-list.tsx'

/** Records that could be of one person. */
export function DuplicatesScreen() {
  const now = useNow()
  const list = useList(listDuplicates, { query: { limit: 10 } })
  const [joined, setJoined] = useState<Joined | null>(null)
  const find = useCall(() => call(findDuplicates), { saysRefusal: true })
  return (
    <ListScreen
      title={t`Duplicates`}
      about={
        list.data?.comparedAt
          ? t`All records are compared every night, last ${sayWhen(list.data.comparedAt, browserZone(), now)}.`
          : t`All records are compared every night.`
      }
      action={
        <Button pending={find.isPending} pendingText={t`Comparing…`} onClick={() => find.mutate()}>
          <Trans>Compare now</Trans>
        </Button>
      }
      above={joined && <JoinedNotice joined={joined} onUndone={() => setJoined(null)} />}
      list={list}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No duplicates found`,
        about: t`Two records show here when phone, e-mail or name say that they could be of one person, and sex and age fit.`,
      }}
    >
      {(pairs) => <PairList pairs={pairs} onJoined={setJoined} />}
    </ListScreen>
  )
}
