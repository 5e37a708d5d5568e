import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReleaseRule, RuleVersion } from '#contract/release.ts'
import { When } from '../../../ui/when.tsx'

/** Every version of a rule: who, when, why, with which limits, and how it ended. */
export function RuleHistory({
  rule: { test, history, analytes },
  zone,
}: {
  rule: ReleaseRule
  zone: string
}) {
  const nameOf = (code: string) => analytes.find((one) => one.code === code)?.name ?? code
  return (
    <details className="mt-1 text-s [&_summary]:list-item [&_summary]:min-h-target [&_summary]:cursor-pointer [&_summary]:py-2">
      <summary>
        <span className="visually-hidden">{test}: </span>
        {plural(history.length, { one: '# version', other: '# versions' })}
      </summary>
      <ul className="list-none">
        {history.map((version) => (
          <li key={version.version} className="hint">
            <Trans>
              Version {version.version}: turned on{' '}
              <When at={version.turnedOnAt} zone={zone} distance={false} /> by {version.turnedOnBy} (
              {version.reason}).
            </Trans>{' '}
            {version.turnedOffAt && (
              <Trans>
                Turned off <When at={version.turnedOffAt} zone={zone} distance={false} /> by{' '}
                {version.turnedOffBy} ({version.offReason}).
              </Trans>
            )}{' '}
            {Object.keys(version.limits).length > 0 && t`Limits: ${sayLimits(version.limits, nameOf)}.`}
          </li>
        ))}
      </ul>
    </details>
  )
}

function sayLimits(limits: RuleVersion['limits'], nameOf: (code: string) => string): string {
  return Object.entries(limits)
    .map(([code, { low, high }]) => `${nameOf(code)} ${low ?? ''}–${high ?? ''}`)
    .join(', ')
}
