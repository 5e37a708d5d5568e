import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { revokeShare, type Share } from '#contract/sharing.ts'
import { call } from '../../../api/client.ts'
import { sayWhen } from '../../../lib/times.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'

const stateWords = {
  open: t`Open`,
  locked: t`Locked`,
  expired: t`Ended`,
  revoked: t`You ended it`,
} as const
const stateTones: Record<Share['state'], Tone> = {
  open: 'ok',
  locked: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
}

/** The links of a visit, newest first, with how often each was opened. */
export function ShareList({
  visitId,
  shares,
  zone,
}: {
  visitId: string
  shares: readonly Share[]
  zone: string
}) {
  const end = useCall((shareId: string) => call(revokeShare, { params: { id: visitId, shareId } }))
  if (shares.length === 0)
    return (
      <p className="mt-6 text-ink-soft">
        <Trans>You have not created a link to these results.</Trans>
      </p>
    )
  return (
    <>
      {end.error && (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The link was not ended. {end.error.message}</Trans>
          </p>
        </Notice>
      )}
      <ul className="mt-6" aria-label={t`Your links`}>
        {shares.map((share) => (
          <li key={share.id} className="row gap-x-4 gap-y-2 border-t py-3">
            <Said share={share} zone={zone} />
            <Badge tone={stateTones[share.state]}>{stateWords[share.state]}</Badge>
            {share.state === 'open' && (
              <Button
                pending={end.isPending && end.variables === share.id}
                pendingText={t`Ending it...`}
                disabled={end.isPending}
                onClick={() => end.mutate(share.id)}
              >
                <Trans>End this link</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Said({ share, zone }: { share: Share; zone: string }) {
  const now = useNow()
  const when = (at: string) => sayWhen(at, zone, now)
  const [made, ends] = [when(share.createdAt), when(share.expiresAt)]
  const names = share.recipients.join(', ')
  return (
    <div className="flex-[1_1_260px]">
      <div>
        {share.state === 'open'
          ? t`Created ${made}, works until ${ends}`
          : t`Created ${made}, planned end: ${ends}`}
      </div>
      <div className="hint">
        {share.lastOpenedAt === null ? t`Not opened yet` : sayOpened(share.opened, when(share.lastOpenedAt))}
      </div>
      {share.kind === 'smart' && (
        <div className="hint">
          {share.hasPasscode ? t`SMART Health Link with a passcode` : t`SMART Health Link`}
        </div>
      )}
      {names !== '' && <div className="hint wrap-anywhere">{t`Opened by ${names}`}</div>}
      {share.openedBeforeCorrection && (
        <div>
          <Trans>
            <strong>Last opened before these results were corrected or withdrawn.</strong> Tell whoever has
            the link.
          </Trans>
        </div>
      )}
    </div>
  )
}

const sayOpened = (count: number, last: string): string =>
  plural(count, { one: t`Opened once, last ${last}`, other: t`Opened # times, last ${last}` })
