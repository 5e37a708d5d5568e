import { Trans } from '@lingui/react/macro'
import type { makeCareCode } from '#contract/care.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { browserZone, dayOf, longDay, timeOf } from '../../lib/times.ts'
import css from './care.module.css'

/** A code as it is handed over: for whom, until when, and how it is used. */
export function CodeSlip({
  made: { code, expiresAt },
  fullName,
}: {
  made: ResponseOf<typeof makeCareCode>
  fullName: string
}) {
  const zone = browserZone()
  const [day, time] = [longDay(dayOf(expiresAt, zone)), timeOf(expiresAt, zone)]
  const { host } = location
  return (
    <div className={css.slip}>
      <p>
        <Trans>
          This code opens the record of <strong dir="auto">{fullName}</strong>:
        </Trans>
      </p>
      <p className={css.code} data-code={code}>
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <p>
        <Trans>
          It works once, until {day}, {time}.
        </Trans>
      </p>
      <ol>
        <li>
          <Trans>Log in at {host}, or sign up there.</Trans>
        </li>
        <li>
          <Trans>Open “Profile”, then “People I look after”.</Trans>
        </li>
        <li>
          <Trans>Enter the code under “I have a code”.</Trans>
        </li>
      </ol>
    </div>
  )
}
