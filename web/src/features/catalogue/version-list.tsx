import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { IntervalVersion } from '#contract/catalogue.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import { changesBetween } from './interval-changes.ts'
import { sayInterval } from './interval-words.ts'

/** Every version, newest first: who, when, why, from when on, and what it changed of the one before. */
export function VersionList({
  versions,
  decimals,
  zone,
  onTake,
}: {
  versions: readonly IntervalVersion[]
  decimals: number | null
  zone: string
  /** Puts the limits of an old version into the table; nothing is saved by it. */
  onTake: ((version: IntervalVersion) => void) | null
}) {
  return (
    <ol className="stack gap-4">
      {versions.map((version, at) => (
        <li key={version.version} className="border-s-2 ps-4">
          <p>
            <strong>
              <Trans>Version {version.version}</Trans>
            </strong>{' '}
            {version.inForce && (
              <Badge tone="ok">
                <Trans>In force</Trans>
              </Badge>
            )}
            {!version.inForce && at === 0 && (
              <Badge tone="info">
                <Trans>Begins later</Trans>
              </Badge>
            )}
          </p>
          <p>
            {version.enteredBy === null ? (
              t`Included with the product`
            ) : (
              <Trans>
                {version.confirmedBy ? t`Confirmed by` : t`Entered by`} <strong>{version.enteredBy}</strong>,{' '}
                <When at={version.enteredAt} zone={zone} />: {version.reason}
              </Trans>
            )}
            {version.validFrom > version.enteredAt && (
              <>
                {' '}
                (
                <Trans>
                  valid from <When at={version.validFrom} zone={zone} distance={false} />
                </Trans>
                )
              </>
            )}
          </p>
          <Changed version={version} before={versions[at + 1]} decimals={decimals} />
          {at > 0 && onTake && (
            <Button variant="plain" onClick={() => onTake(version)}>
              <Trans>Add these limits to the table</Trans>
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
}

function Changed({
  version,
  before,
  decimals,
}: {
  version: IntervalVersion
  before: IntervalVersion | undefined
  decimals: number | null
}) {
  const lines = before ? changesBetween(before, version, decimals) : sayInterval(version, decimals)
  if (lines.length === 0)
    return (
      <p className="text-ink-soft">
        <Trans>The same limits as before.</Trans>
      </p>
    )
  return (
    <ul className="stack mt-1 gap-1 text-s">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
