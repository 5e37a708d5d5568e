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
  return (
    <div className={css.slip}>
      <p>
        This code opens the record of <strong dir="auto">{fullName}</strong>:
      </p>
      <p className={css.code} data-code={code}>
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <p>
        It works once, until {longDay(dayOf(expiresAt, zone))}, {timeOf(expiresAt, zone)}.
      </p>
      <ol>
        <li>Log in at {location.host}, or sign up there.</li>
        <li>Open “Profile”, then “People I look after”.</li>
        <li>Enter the code under “I have a code”.</li>
      </ol>
    </div>
  )
}
