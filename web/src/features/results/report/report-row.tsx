import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { OwnReport } from '#contract/reports.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ArrowRightIcon } from '../../../ui/icons.tsx'
import { When } from '../../../ui/when.tsx'
import { sayCounts } from './report-summary.ts'
import { standing } from './report-words.ts'

/** One of a patient's reports; the whole row is a link. `me` is the reader's name: another person's report shows theirs. */
export function ReportRow({ report, me }: { report: OwnReport; me: string }) {
  const { visitId, fullName, tests, issuedAt, timeZone, status, opened, urgent, flagged } = report
  const counts = sayCounts(report)
  const { words, tone } = standing[status]
  return (
    <li>
      <Link
        to="/patient-dashboard/results"
        search={{ id: visitId }}
        className="group flex min-h-16 items-center gap-4 border-b py-3 text-ink no-underline [&_svg]:text-ink-soft"
      >
        <span className="row min-w-0 flex-1 gap-x-3 gap-y-1">
          <span className="wrap-anywhere flex-[1_1_100%] font-600 group-hover:underline">
            {tests.join(', ')}
          </span>
          <span className="wrap-anywhere flex-[1_1_100%] text-ink-soft">
            {fullName.toLowerCase() !== me.toLowerCase() && (
              <>
                <Trans>
                  for <bdi>{fullName}</bdi>,
                </Trans>{' '}
              </>
            )}
            <Trans>
              released <When at={issuedAt} zone={timeZone} distance={false} />
            </Trans>
          </span>
          <span className="flex flex-wrap gap-2 empty:hidden">
            {!opened && (
              <Badge tone={urgent ? 'danger' : 'vial'}>{urgent ? t`Please read today` : t`New`}</Badge>
            )}
            {counts !== '' && <Badge tone={flagged > 0 ? 'warning' : 'ok'}>{counts}</Badge>}
            {status !== 'final' && <Badge tone={tone}>{words}</Badge>}
          </span>
        </span>
        <ArrowRightIcon />
      </Link>
    </li>
  )
}
