import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  type ListedVerification,
  listVerifications,
  startVerification,
  verificationStates,
} from '#contract/instrument-verifications.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { List } from '../../screen/list.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'

/** The interface verifications of an analyser, and whether the latest signature is still of the present mapping. */
export function VerificationList({ id, zone }: { id: string; zone: string }) {
  const list = useList(listVerifications, { params: { id }, query: { limit: 10 } })
  const navigate = useNavigate()
  const start = useCall(() => call(startVerification, { params: { id } }), {
    saysRefusal: true,
    onDone: ({ id: verification }) =>
      navigate({ to: '/analysers/$id/verifications/$verification', params: { id, verification } }),
  })
  const columns: readonly Column<ListedVerification>[] = [
    {
      header: t`Started`,
      cell: (one) => (
        <>
          <Link
            to="/analysers/$id/verifications/$verification"
            params={{ id, verification: one.id }}
            className="tap"
          >
            <When at={one.startedAt} zone={zone} distance={false} />
          </Link>
          <small className="hint block">
            <Trans>by {one.startedBy}</Trans>
          </small>
        </>
      ),
    },
    { header: t`Status`, cell: (one) => <VerificationBadge of={one} /> },
    { header: t`Compared values`, cell: ({ compared }) => compared },
    {
      header: t`Signed`,
      cell: ({ signed }) =>
        signed ? (
          <>
            <When at={signed.at} zone={zone} distance={false} />
            <small className="hint block">
              <Trans>by {signed.by}</Trans>
            </small>
          </>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <Card className="stack gap-4" aria-labelledby="verifications">
      <div className="row justify-between gap-3">
        <h2 id="verifications">
          <Trans>Interface verification</Trans>
        </h2>
        <Button pending={start.isPending} onClick={() => start.mutate()}>
          <Trans>Start a verification</Trans>
        </Button>
      </div>
      <List
        list={list}
        caption={t`Interface verifications of the analyser, latest first`}
        columns={columns}
        rowKey={(one) => one.id}
        empty={t`Not verified yet. A verification compares the values on the analyser with the values received. Verify the interface before the analyser is made live.`}
      />
    </Card>
  )
}

export function VerificationBadge({ of: { state, signed } }: { of: ListedVerification }) {
  if (signed?.isOutdated) return <Badge tone="warning">{t`Outdated`}</Badge>
  const tone = { open: 'info', signed: 'ok', abandoned: 'quiet' } as const
  return <Badge tone={tone[state]}>{translated(verificationStates[state])}</Badge>
}
