import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#contract/endpoint.ts'
import { readReportStanding } from '#contract/reports.ts'
import { queryFor } from '../../../api/queries.ts'
import { phoneLink } from '../../../lib/reach-links.ts'
import { Notice } from '../../../ui/notice.tsx'
import { When } from '../../../ui/when.tsx'

type Correction = NonNullable<ResponseOf<typeof readReportStanding>['correction']>

/** For staff: whether a patient has seen that results were corrected or withdrawn, so that somebody calls who has not. */
export function CorrectionNotice({ visitId, zone }: { visitId: string; zone: string }) {
  const { data, error } = useQuery(queryFor(readReportStanding, { params: { id: visitId } }))
  if (error) {
    return (
      <Notice kind="warning">
        <p>
          <Trans>The status of the report could not be loaded. {error.message}</Trans>
        </p>
      </Notice>
    )
  }
  if (!data?.correction) return null
  const { tests, withdrawn, at, seenAt } = data.correction
  const names = tests.join(', ')
  return (
    <Notice kind={seenAt === null ? 'warning' : 'ok'}>
      <p>
        {withdrawn ? (
          <Trans>
            {names} withdrawn <When at={at} zone={zone} distance={false} />.
          </Trans>
        ) : (
          <Trans>
            {names} corrected <When at={at} zone={zone} distance={false} />.
          </Trans>
        )}{' '}
        <Seen correction={data.correction} zone={zone} />
      </p>
    </Notice>
  )
}

function Seen({ correction: { seenAt, hasAccount, phone }, zone }: { correction: Correction; zone: string }) {
  if (seenAt !== null) {
    return (
      <Trans>
        Seen by the patient <When at={seenAt} zone={zone} distance={false} />.
      </Trans>
    )
  }
  return (
    <>
      <strong>
        {hasAccount ? t`Not seen yet by the patient.` : t`The patient has no account to see it in.`}
      </strong>{' '}
      {phone === '' ? (
        t`Tell them.`
      ) : (
        <Trans>
          Call them: <a href={phoneLink(phone)}>{phone}</a>.
        </Trans>
      )}
    </>
  )
}
