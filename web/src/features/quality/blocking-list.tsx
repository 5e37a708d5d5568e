import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { controlOverview } from '#contract/quality.ts'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { sayLot, sayRules, sayZ } from './control-words.ts'

type Blocking = ResponseOf<typeof controlOverview>['blocking']

/** What keeps results from being released, and how many wait for it. */
export function BlockingList({ blocking, zone }: { blocking: Blocking; zone: string }) {
  if (blocking.length === 0) return null
  return (
    <Notice kind="error" className="mb-5">
      <h2 className="mb-3 text-l">
        <Trans>Held back</Trans>
      </h2>
      <ul className="list-none">
        {blocking.map((one) => (
          <li key={`${one.lotId} ${one.analyte} ${one.analyser?.id}`}>
            <Trans>
              <Link
                to="/quality/$lotId"
                params={{ lotId: one.lotId }}
                search={{ analyte: one.analyte, analyser: one.analyser?.id ?? 'none' }}
              >
                <strong>{one.name}</strong>: {sayLot(one)}
                {one.analyser && `, ${one.analyser.name}`}
              </Link>{' '}
              at <span className="figures">{sayZ(one.z)}</span>, {sayRules(one.rules)},{' '}
              <When at={one.at} zone={zone} />. {sayWaiting(one.waiting)}
            </Trans>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function sayWaiting(count: number): string {
  if (count === 0) return t`No test waits for it yet.`
  return count === 1 ? t`1 completed test waits.` : t`${count} completed tests wait.`
}
