import { Trans } from '@lingui/react/macro'
import type { makeCareCode } from '#contract/care.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { classNames } from '../../lib/class-names.ts'
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
    <div className={classNames('stack wrap-anywhere gap-3', css.slip)}>
      <p>
        <Trans>
          This code opens the record of <strong dir="auto">{fullName}</strong>:
        </Trans>
      </p>
      <p
        className={classNames(
          'whitespace-nowrap rounded bg-sunk px-2 py-4 text-center font-650 text-4xl leading-[1.2] tracking-[0.06em] print:bg-transparent',
          css.code,
        )}
        data-code={code}
      >
        {code.slice(0, 4)} {code.slice(4)}
      </p>
      <p>
        <Trans>
          It works once, until {day}, {time}.
        </Trans>
      </p>
      <ol className="ps-[1.3em]">
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
