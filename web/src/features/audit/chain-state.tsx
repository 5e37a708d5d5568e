import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { auditChain, checkAudit } from '#contract/audit.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'

const state = queryFor(auditChain)

/** How far the trail is chained and checked, and the head of the chain, to be written down elsewhere. */
export function ChainState({ zone }: { zone: string }) {
  const client = useQueryClient()
  const { data: chain, error, refetch } = useQuery({ ...state, refetchInterval: 60_000 })
  const checking = useCall(() => call(checkAudit), {
    says: false,
    onDone: (answer) => client.setQueryData(state.queryKey, answer),
    saysRefusal: true,
  })
  if (!chain) {
    return (
      <div className="mb-6">
        {error ? (
          <Failed
            error={error}
            failure={t`The status of the audit trail could not be read`}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonLines says={translated(messages.loading.any)} />
        )}
      </div>
    )
  }
  const { check, head, chainedAt, unchained, blocks } = chain
  const broken = check?.break ?? null
  return (
    <div className="mb-6">
      <Notice kind={broken ? 'error' : check ? 'ok' : 'info'} role={broken ? 'alert' : 'status'}>
        <h2 className="text-m">
          {broken
            ? t`The audit trail is damaged`
            : check
              ? t`The audit trail is intact`
              : t`The audit trail has not been checked yet`}
        </h2>
        {broken && <p>{broken}</p>}
        <p>
          {check && (
            <>
              <Trans>
                Checked <When at={check.at} zone={zone} distance={false} />, {check.blocks} of {blocks}{' '}
                blocks.
              </Trans>{' '}
            </>
          )}
          {chainedAt ? (
            <Trans>
              Last chained <When at={chainedAt} zone={zone} distance={false} />;{' '}
              {unchained === 1 ? t`1 newer entry waiting` : t`${unchained} newer entries waiting`}.
            </Trans>
          ) : (
            t`The first entries are chained within a minute.`
          )}
        </p>
        {head && (
          <p>
            <Trans>
              Head <code className="wrap-anywhere tabular-nums">{head}</code>
              <span className="text-ink-soft">
                {' '}
                Keep it elsewhere: it shows whether the whole chain was made anew.
              </span>
            </Trans>
          </p>
        )}
        <Button
          pending={checking.isPending}
          pendingText={t`Checking every entry…`}
          onClick={() => checking.mutate()}
        >
          <Trans>Check now</Trans>
        </Button>
      </Notice>
    </div>
  )
}
