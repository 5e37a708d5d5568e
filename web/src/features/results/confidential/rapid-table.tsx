import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Conclusion, ConfidentialCare } from '#contract/rapid-tests.ts'
import { browserZone, dayWithoutWeekday } from '../../../lib/times.ts'
import { Facts } from '../../../ui/facts.tsx'
import { When } from '../../../ui/when.tsx'

const conclusionWords: Readonly<Record<Conclusion, string>> = {
  Negative: t`Negative`,
  Positive: t`Positive`,
  Inconclusive: t`Inconclusive: repeat with a new sample`,
}

/** The saved rapid tests and the invalid ones, with the lots of their kits and the conclusion. */
export function RapidTable({
  tests,
  invalid,
  conclusion,
}: {
  tests: ConfidentialCare['rapid']
  invalid: ConfidentialCare['invalid']
  conclusion: Conclusion | null
}) {
  return (
    <Facts
      dense
      facts={[
        ...tests.map(({ kit, lot, expiresOn, reactive }, place) => {
          const number = place + 1
          const outcome = reactive ? t`reactive` : t`non-reactive`
          const day = dayWithoutWeekday(expiresOn)
          return {
            name: t`Test ${number}`,
            value: (
              <Trans>
                {outcome}; {kit}, lot {lot}, expires {day}
              </Trans>
            ),
          }
        }),
        ...invalid.map(({ kit, lot, expiresOn, at, by }, place) => {
          const number = place + 1
          const day = dayWithoutWeekday(expiresOn)
          return {
            name: t`Invalid test ${number}`,
            value: (
              <Trans>
                {kit}, lot {lot}, expires {day}; <When at={at} zone={browserZone()} />, {by}
              </Trans>
            ),
          }
        }),
        ...(conclusion ? [{ name: t`Result`, value: <strong>{conclusionWords[conclusion]}</strong> }] : []),
      ]}
    />
  )
}
