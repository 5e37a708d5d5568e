import { Trans } from '@lingui/react/macro'
import type { OfferedStart } from './offered-days.ts'

/** A free time as a radio button, with the expected wait if it is known. */
export function TimeRadio({
  name,
  start,
  day,
  checked,
  wait,
  onChoose,
}: {
  name: string
  start: OfferedStart
  /** The day, for screen readers that do not read the heading of the group. */
  day?: string
  checked: boolean
  wait: string | null
  onChoose: () => void
}) {
  return (
    <label className="has-[input:focus-visible]:focused relative grid min-h-target cursor-pointer place-items-center rounded border bg-card py-1 font-550 tabular-nums transition-colors hover:border-vial has-[input:disabled]:cursor-not-allowed has-[input:checked:disabled]:border-line-strong has-[input:checked]:border-vial has-[input:checked]:bg-vial has-[input:disabled]:bg-sunk has-[input:checked:disabled]:text-ink has-[input:checked]:text-on-vial has-[input:disabled]:text-ink-soft">
      <input
        type="radio"
        className="absolute inset-0 size-full cursor-inherit opacity-0"
        name={name}
        value={start.at}
        checked={checked}
        onChange={onChoose}
      />
      <span>
        {day && <span className="visually-hidden">{day}</span>} {start.time}
      </span>
      {wait !== null && (
        <span className="px-0.5 text-center font-450 text-xs leading-tight">
          <span className="visually-hidden">, </span>
          <Trans>
            wait <span className="whitespace-nowrap">{wait}</span>
          </Trans>
        </span>
      )}
    </label>
  )
}
