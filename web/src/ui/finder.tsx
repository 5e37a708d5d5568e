import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import type { FieldFrame } from './field.tsx'
import { FieldGroup } from './field-group.tsx'
import { TextField } from './fields.tsx'
import css from './finder.module.css'
import { useSettled } from './use-settled.ts'

/** What is typed into a finder, and the search for it, which is enabled from two characters on. */
export function useFinder() {
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed.trim())
  return { typed, setTyped, search: settled, enabled: settled.length >= 2 }
}

type FinderProps<Hit> = Omit<FieldFrame, 'error'> & {
  finder: ReturnType<typeof useFinder>
  /** Undefined until the first answer. */
  hits: readonly Hit[] | undefined
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
  finder: { typed, setTyped, enabled },
  hits: found,
  failure,
  none,
  more = false,
  children,
  ...frame
}: FinderProps<Hit>) {
  const hits = enabled ? found : undefined
  return (
    <div className={css.finder}>
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
      <p role="status" className={hits?.length === 0 ? css.quiet : 'visually-hidden'}>
        {hits && (hits.length === 0 ? none : `${hits.length} found`)}
      </p>
      {hits && hits.length > 0 && (
        <ul className={css.list} aria-label="Found">
          {hits.map((hit) => (
            <li key={hit.id}>{children(hit)}</li>
          ))}
        </ul>
      )}
      {hits && more && <p className={css.quiet}>{more}</p>}
    </div>
  )
}

/** A hit of which every part can be pressed to choose it. */
export function HitButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.hit} onClick={onClick}>
      {children}
    </button>
  )
}

/** Replaces the finder after a choice. */
export function ChosenHit({
  name,
  label,
  letGo,
  onLetGo,
  children,
}: {
  name: string
  label: string
  letGo: string
  onLetGo: () => void
  children: ReactNode
}) {
  return (
    <FieldGroup name={name} label={label}>
      <div className={css.chosen}>
        {children}
        <Button variant="plain" onClick={onLetGo}>
          {letGo}
        </Button>
      </div>
    </FieldGroup>
  )
}

/** A name, and below it the facts that distinguish it from equal names. */
export function HitFacts({ name, facts }: { name: ReactNode; facts: readonly (ReactNode | false | null)[] }) {
  return (
    <span className={css.facts}>
      <strong>{name}</strong>
      {facts.map(
        (fact, index) =>
          fact && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one hit keep their order
            <span key={index} className={css.fact}>
              {fact}
            </span>
          ),
      )}
    </span>
  )
}
