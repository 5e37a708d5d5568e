import { t } from '@lingui/core/macro'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import type { FieldFrame } from './field.tsx'
import { FieldGroup } from './field-group.tsx'
import { TextField } from './fields.tsx'
import { useSettled } from './use-settled.ts'

/**
 * What is typed into a finder, and the search for it, which is enabled from two characters on. Belongs to whoever shows the
 * finder and, after a choice, the chosen hit in its place.
 */
export function useFinder() {
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed.trim())
  const takesFocus = useRef(false)
  /** To be called when a chosen hit takes the place of the finder. */
  const leave = () => {
    takesFocus.current = true
    setTyped('')
  }
  return { typed, setTyped, search: settled, enabled: settled.length >= 2, takesFocus, leave }
}

/** When finder and chosen hit take each other's place, the pressed button is gone: the focus goes to what replaces it. */
function useFocus(takesFocus: RefObject<boolean>, selector: string) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus.current) part.current?.querySelector<HTMLElement>(selector)?.focus()
    takesFocus.current = false
  }, [takesFocus, selector])
  return part
}

type FinderProps<Hit> = Omit<FieldFrame, 'error'> & {
  finder: ReturnType<typeof useFinder>
  /** Undefined until the first answer. */
  hits: readonly Hit[] | undefined
  /** The hits are those of an earlier search: they stay visible and cannot be chosen. */
  pending: boolean
  /** Shown when the search failed. */
  failure: string | null
  /** Shown when there is no hit. */
  none: string
  /** Shown below the hits. */
  more?: string | false | undefined
  children: (hit: Hit) => ReactNode
}

/** A search field with its hits below. Inside a form, Enter in the field does not submit the form. */
export function Finder<Hit extends { id: string }>({
  finder: { typed, setTyped, search, enabled, takesFocus },
  hits: found,
  pending,
  failure,
  none,
  more = false,
  children,
  ...frame
}: FinderProps<Hit>) {
  const hits = enabled ? found : undefined
  const isStale = pending || typed.trim() !== search
  return (
    <div className="stack gap-2" ref={useFocus(takesFocus, 'input')}>
      <TextField
        {...frame}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {enabled && failure && <p role="alert">{failure}</p>}
      <p role="status" className={hits?.length === 0 ? 'hint' : 'visually-hidden'}>
        {hits && (hits.length === 0 ? none : t`${hits.length} found`)}
      </p>
      {hits && hits.length > 0 && (
        <ul
          className="group stack overflow-hidden rounded border [&>li+li]:border-t"
          aria-label={t`Found`}
          inert={isStale}
        >
          {hits.map((hit) => (
            <li key={hit.id}>{children(hit)}</li>
          ))}
        </ul>
      )}
      {hits && more && <p className="hint">{more}</p>}
    </div>
  )
}

/** A hit of which every part can be pressed to choose it. */
export function HitButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="block min-h-target w-full bg-card px-3 py-2 text-start hover:bg-vial-soft focus-visible:-outline-offset-3 group-[[inert]]:text-ink-soft"
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Replaces the finder after a choice. */
export function ChosenHit({
  finder: { takesFocus },
  name,
  label,
  letGo,
  onLetGo,
  children,
}: {
  finder: ReturnType<typeof useFinder>
  name: string
  label: string
  letGo: string
  onLetGo: () => void
  children: ReactNode
}) {
  return (
    <FieldGroup name={name} label={label}>
      <div
        className="row justify-between gap-x-4 gap-y-2 rounded border border-vial bg-vial-soft ps-3 pe-2 pt-2 pb-2"
        ref={useFocus(takesFocus, 'button')}
      >
        {children}
        <Button
          variant="plain"
          onClick={() => {
            takesFocus.current = true
            onLetGo()
          }}
        >
          {letGo}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** A name, and below it the facts that distinguish it from equal names. */
export function HitFacts({ name, facts }: { name: ReactNode; facts: readonly (ReactNode | false | null)[] }) {
  return (
    <span className="stack wrap-anywhere min-w-0">
      <strong>{name}</strong>
      {facts.map(
        (fact, index) =>
          fact && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one hit keep their order
            <span key={index} className="hint">
              {fact}
            </span>
          ),
      )}
    </span>
  )
}
