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
        <p>The status of the report could not be loaded. {error.message}</p>
      </Notice>
    )
  }
  if (!data?.correction) return null
  const { tests, withdrawn, at, seenAt } = data.correction
  return (
    <Notice kind={seenAt === null ? 'warning' : 'ok'}>
      <p>
        {tests.join(', ')} {withdrawn ? 'withdrawn' : 'corrected'}{' '}
        <When at={at} zone={zone} distance={false} />. <Seen correction={data.correction} zone={zone} />
      </p>
    </Notice>
  )
}

function Seen({ correction: { seenAt, hasAccount, phone }, zone }: { correction: Correction; zone: string }) {
  if (seenAt !== null) {
    return (
      <>
        Seen by the patient <When at={seenAt} zone={zone} distance={false} />.
      </>
    )
  }
  return (
    <>
      <strong>
        {hasAccount ? 'Not seen yet by the patient.' : 'The patient has no account to see it in.'}
      </strong>{' '}
      {phone === '' ? (
        'Tell them.'
      ) : (
        <>
          Call them: <a href={phoneLink(phone)}>{phone}</a>.
        </>
      )}
    </>
  )
}
