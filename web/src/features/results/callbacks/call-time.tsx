import { Trans } from '@lingui/react/macro'
import { classNames } from '../../../lib/class-names.ts'
import { ClockIcon, WarningIcon } from '../../../ui/icons.tsx'
import { timeLeft } from './time-left.ts'

/** The time left to report a critical value, in colour, words and picture. */
export function CallTime({ dueAt, at }: { dueAt: string; at: Date }) {
  const { late, text } = timeLeft(dueAt, at)
  return (
    <span
      role="timer"
      className={classNames(
        'inline-flex items-center @max-[481px]:gap-1 gap-2 justify-self-start whitespace-nowrap font-650 @max-[481px]:text-s tabular-nums @max-[761px]:[grid-area:1/1]',
        late && 'rounded-full bg-carmine px-2 py-0.5 text-on-carmine',
      )}
    >
      {late ? <WarningIcon size={18} /> : <ClockIcon size={18} />}
      <span>
        <span className="@max-[481px]:inline hidden">
          <Trans>Critical,</Trans>{' '}
        </span>
        {!late && (
          <span className="@max-[481px]:hidden">
            <Trans>to be reported</Trans>{' '}
          </span>
        )}
        {text}
      </span>
    </span>
  )
}
