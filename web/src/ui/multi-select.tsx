// biome-ignore-all lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option.
// biome-ignore-all lint/a11y/useSemanticElements: a select cannot be searched, and its options hold no second line.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useContext, useId, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type Choice, ChoiceWords, ChosenRows } from './chosen-rows.tsx'
import { Field, type FieldFrame } from './field.tsx'
import { chevronClass } from './fields.tsx'
import { useHeld } from './form-fields.ts'
import { NoteMendedContext } from './form-problem.ts'
import { CheckIcon, ChevronDownIcon } from './icons.tsx'

type MultiSelectProps = FieldFrame & {
  choices: readonly Choice[]
  /** If it is left out, the form holds the value. */
  chosen?: readonly string[]
  onChange?: (chosen: string[]) => void
  placeholder: string
  /** The order of what is chosen counts, and can be changed. */
  ordered?: boolean
  disabled?: boolean
}

/**
 * Any number of a list, found by typing: the combobox of the ARIA patterns, with what is chosen as rows under it. The
 * component kit's own costs 50 kB, hides its chosen values from screen readers and has no place for a second line.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { choices, chosen: given, onChange, placeholder, ordered, disabled = false, ...frame } = props
  const [chosen, hold] = useHeld<readonly string[]>(frame.name, [], given)
  const choose = (next: string[]) => {
    hold(next)
    onChange?.(next)
  }
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const found = choices.filter((choice) => matches(choice, typed))
  const close = () => {
    setOpen(false)
    setTyped('')
    setActive(0)
  }
  const noteMended = useContext(NoteMendedContext)
  const toggle = (value: string) => {
    noteMended(frame.name)
    const others = chosen.filter((one) => one !== value)
    choose(others.length < chosen.length ? others : [...chosen, value])
  }
  const moveTo = (index: number) => {
    setOpen(true)
    const next = Math.max(0, Math.min(found.length - 1, index))
    setActive(next)
    document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' })
  }
  const pressed = (event: KeyboardEvent) => {
    const choice = found[active]
    const does: Record<string, () => void> = {
      ArrowDown: () => moveTo(open ? active + 1 : active),
      ArrowUp: () => moveTo(open ? active - 1 : active),
      ...(open && {
        PageDown: () => moveTo(active + 6),
        PageUp: () => moveTo(active - 6),
        Escape: close,
        Enter: () => choice && toggle(choice.value),
      }),
    }
    const act = does[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <Field {...frame}>
      {({ name: _, ...wiring }) => (
        <div className="relative">
          <div className="relative">
            <input
              {...wiring}
              ref={input}
              type="text"
              role="combobox"
              className="input pe-13"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={open && found.length > 0 ? optionId(listId, active) : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              disabled={disabled}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setActive(0)
                setOpen(true)
              }}
              onClick={() => setOpen(true)}
              onBlur={close}
              onKeyDown={pressed}
            />
            <ChevronDownIcon className={chevronClass} />
          </div>
          <OptionList
            id={listId}
            open={open}
            found={found}
            chosen={chosen}
            active={active}
            onPick={(value, index) => {
              setActive(index)
              toggle(value)
            }}
          />
          <ChosenRows
            chosen={chosen.map(
              (value) => choices.find((one) => one.value === value) ?? { value, label: value },
            )}
            disabled={disabled}
            onMove={ordered ? choose : null}
            onRemove={toggle}
            onLastRemoved={() => input.current?.focus()}
          />
          <span className="visually-hidden" role="status">
            {chosen.length > 0 && t`${chosen.length} chosen`}
          </span>
        </div>
      )}
    </Field>
  )
}

const optionId = (listId: string, index: number) => `${listId}-${index}`

function OptionList({
  id,
  open,
  found,
  chosen,
  active,
  onPick,
}: {
  id: string
  open: boolean
  found: readonly Choice[]
  chosen: readonly string[]
  active: number
  onPick: (value: string, index: number) => void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-multiselectable="true"
      aria-label={t`Choices`}
      className="absolute inset-x-0 top-[calc(var(--target)_+_4px)] z-4 max-h-[min(336px,50dvh)] overflow-y-auto rounded border border-line-strong bg-card p-1 shadow-lift"
      hidden={!open}
      // A press in the list must not take the focus from the field, or the list would close under the finger.
      onMouseDown={(event) => event.preventDefault()}
    >
      {found.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input.
        <div
          key={choice.value}
          id={optionId(id, index)}
          role="option"
          aria-selected={chosen.includes(choice.value)}
          className={classNames(
            'flex min-h-target cursor-pointer items-center gap-2 rounded-md px-2 py-1.5',
            index === active ? 'bg-vial-soft shadow-[inset_3px_0_0_var(--vial)]' : 'hover:bg-sunk',
          )}
          onClick={() => onPick(choice.value, index)}
        >
          <span className="w-4.5 flex-none text-vial">
            {chosen.includes(choice.value) && <CheckIcon size={18} />}
          </span>
          <ChoiceWords choice={choice} />
        </div>
      ))}
      {found.length === 0 && (
        <div
          role="option"
          aria-disabled="true"
          aria-selected="false"
          className="flex min-h-target items-center gap-2 rounded-md px-3 py-1.5 text-ink-soft"
        >
          <Trans>Nothing matches. Try part of the name.</Trans>
        </div>
      )}
    </div>
  )
}

/** Every typed word begins a word of the choice, in any order: "malaria film" finds "Blood Film for Malaria Parasites". */
function matches({ label, note = '' }: Choice, typed: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const words = wordsOf(`${label} ${note}`)
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}
