import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Conclusion, ConfidentialCare } from '#contract/rapid-tests.ts'
import { shortDay } from '../../../lib/times.ts'
import { Facts } from '../../../ui/facts.tsx'

const conclusionWords: Readonly<Record<Conclusion, string>> = {
  Negative: t`Negative`,
  Positive: t`Positive`,
  Inconclusive: t`Inconclusive: repeat with a new sample`,
}

/** The saved rapid tests, with the lots of their kits and the conclusion. */
export function RapidTable({
  tests,
  conclusion,
}: {
  tests: ConfidentialCare['rapid']
  conclusion: Conclusion | null
}) {
  return (
    <Facts
      dense
      facts={[
        ...tests.map(({ kit, lot, expiresOn, reactive }, place) => {
          const number = place + 1
          const outcome = reactive ? t`reactive` : t`non-reactive`
          const day = shortDay(expiresOn)
          return {
            name: t`Test ${number}`,
            value: (
              <Trans>
                {outcome}; {kit}, lot {lot}, expires {day}
              </Trans>
            ),
          }
        }),
        ...(conclusion ? [{ name: t`Result`, value: <strong>{conclusionWords[conclusion]}</strong> }] : []),
      ]}
    />
  )
}
