import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { listOutOfUse, type OutOfUse as One } from '#contract/instrument-breakdowns.ts'
import { queryFor } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'

/** The analysers that are out of use and measure this test, or any test; nothing if all are in use. */
export function OutOfUse({
  test,
  zone,
  className,
}: {
  test?: string | undefined
  zone: string
  className?: string
}) {
  const { data } = useQuery({ ...queryFor(listOutOfUse), refetchInterval: 60_000 })
  const those = (data?.instruments ?? []).filter(
    ({ tests }) => test === undefined || tests.some(({ name }) => name === test),
  )
  if (those.length === 0) return null
  return (
    <Notice kind="warning" className={className}>
      {those.map((one) => (
        <div key={one.instrumentId}>
          <p>
            <Trans>
              <strong>{one.name}</strong> is out of use since <When at={one.since} zone={zone} />: {one.fault}
            </Trans>
          </p>
          <p className="text-s">{sayTests(one, test)}</p>
        </div>
      ))}
    </Notice>
  )
}

function sayTests({ tests }: One, test: string | undefined): string {
  const missing = tests.filter(
    ({ name, isElsewhere }) => !isElsewhere && (test === undefined || name === test),
  )
  if (missing.length === 0) return t`Another analyser measures its tests.`
  const names = sayList(missing.map(({ name }) => name))
  return t`No other analyser measures: ${names}.`
}
