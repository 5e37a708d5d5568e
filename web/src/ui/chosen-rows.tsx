import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { ArrowUpIcon, CloseIcon } from './icons.tsx'

export type Choice = {
  value: string
  label: string
  note?: string
  /** Shown like the note, but not searched. */
  more?: string
}

export function ChoiceWords({ choice: { label, note, more } }: { choice: Choice }) {
  return (
    <span className="stack wrap-anywhere min-w-0 flex-1 leading-snug">
      {label}
      {note && <span className="hint">{note}</span>}
      {more && <span className="hint">{more}</span>}
    </span>
  )
}

/** What is chosen of a list, a row each, to be taken out again and, where their order counts, to be moved. */
export function ChosenRows({
  chosen,
  disabled,
  onMove,
  onRemove,
  onLastRemoved,
}: {
  chosen: readonly Choice[]
  disabled: boolean
  /** Null: their order does not count. */
  onMove: ((chosen: string[]) => void) | null
  onRemove: (value: string) => void
  onLastRemoved: () => void
}) {
  const list = useRef<HTMLElement>(null)
  const [moved, setMoved] = useState<{ to: number; step: number } | null>(null)
  useEffect(() => {
    // A row that changes its place loses the focus on the way.
    const buttons =
      moved && list.current?.children[moved.to]?.querySelectorAll<HTMLButtonElement>('[data-step]')
    const [up, down] = buttons ?? []
    const [same, other] = moved?.step === -1 ? [up, down] : [down, up]
    if (same) (same.disabled ? other : same)?.focus()
  }, [moved])
  if (chosen.length === 0) return null
  const remove = (button: HTMLElement, value: string) => {
    // The focus stays among the rows: on a phone the field would bring the keyboard up.
    const row = button.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    if (neighbour) neighbour.querySelector<HTMLElement>('button:last-of-type')?.focus()
    else onLastRemoved()
    onRemove(value)
  }
  const move = (from: number, step: number) => {
    const values = chosen.map(({ value }) => value)
    const [taken = ''] = values.splice(from, 1)
    values.splice(from + step, 0, taken)
    onMove?.(values)
    setMoved({ to: from + step, step })
  }
  const List = onMove ? 'ol' : 'ul'
  const hold = (element: HTMLElement | null) => {
    list.current = element
  }
  return (
    <List ref={hold} className="m-0 p-0" aria-label={t`Chosen`}>
      {chosen.map((choice, index) => (
        <li key={choice.value} className="flex min-h-target items-center gap-2 border-b py-1.5 ps-3">
          {onMove && (
            <span className="min-w-[2ch] flex-none text-end text-ink-soft tabular-nums" aria-hidden="true">
              {index + 1}
            </span>
          )}
          <ChoiceWords choice={choice} />
          {onMove && (
            <>
              <button
                type="button"
                data-step="-1"
                className="-my-1.5 grid size-target flex-none place-items-center rounded text-ink-soft hover:enabled:bg-vial-soft hover:enabled:text-vial disabled:opacity-35"
                aria-label={t`Move ${choice.label} up`}
                disabled={disabled || index === 0}
                onClick={() => move(index, -1)}
              >
                <ArrowUpIcon size={18} />
              </button>
              <button
                type="button"
                data-step="1"
                className="-my-1.5 grid size-target flex-none place-items-center rounded text-ink-soft hover:enabled:bg-vial-soft hover:enabled:text-vial disabled:opacity-35"
                aria-label={t`Move ${choice.label} down`}
                disabled={disabled || index === chosen.length - 1}
                onClick={() => move(index, 1)}
              >
                <ArrowUpIcon size={18} className="rotate-180" />
              </button>
            </>
          )}
          <button
            type="button"
            className="-my-1.5 grid size-target flex-none place-items-center rounded text-ink-soft hover:enabled:bg-carmine-soft hover:enabled:text-carmine disabled:invisible"
            aria-label={t`Remove ${choice.label}`}
            disabled={disabled}
            onClick={(event) => remove(event.currentTarget, choice.value)}
          >
            <CloseIcon size={18} />
          </button>
        </li>
      ))}
    </List>
  )
}
