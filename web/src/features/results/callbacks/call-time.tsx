import { classNames } from '../../../lib/class-names.ts'
import { ClockIcon, WarningIcon } from '../../../ui/icons.tsx'
import css from './callback-strip.module.css'
import { timeLeft } from './time-left.ts'

/** How long there is to tell a critical value, in colour, words and picture. */
export function CallTime({ dueAt, at }: { dueAt: string; at: Date }) {
  const { late, text } = timeLeft(dueAt, at)
  return (
    <span role="timer" className={classNames(css.left, late && css.late)}>
      {late ? <WarningIcon size={18} /> : <ClockIcon size={18} />}
      <span>
        <span className={css.narrow}>Critical, </span>
        {!late && <span className={css.wide}>to be told </span>}
        {text}
      </span>
    </span>
  )
}
