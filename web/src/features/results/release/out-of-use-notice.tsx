import { Trans } from '@lingui/react/macro'
import type { MeasuredOutOfUse } from '#contract/instrument-breakdowns.ts'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'

/** The breakdowns of analysers during which results were measured; nothing if there are none. */
export function OutOfUseNotice({ outOfUse, zone }: { outOfUse: readonly MeasuredOutOfUse[]; zone: string }) {
  if (outOfUse.length === 0) return null
  return (
    <Notice kind="warning" className="my-2">
      {outOfUse.map(({ analyser, measuredAt, since, until, fault }) => (
        <p key={`${analyser} ${since}`}>
          <strong>
            <Trans>
              Measured by {analyser} while it was out of use, <When at={measuredAt} zone={zone} />.
            </Trans>
          </strong>{' '}
          {until === null ? (
            <Trans>
              Out of use since <When at={since} zone={zone} />: {fault}
            </Trans>
          ) : (
            <Trans>
              Out of use from <When at={since} zone={zone} distance={false} /> until{' '}
              <When at={until} zone={zone} distance={false} />: {fault}
            </Trans>
          )}
        </p>
      ))}
    </Notice>
  )
}
