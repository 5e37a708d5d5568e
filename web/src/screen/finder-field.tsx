import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { FieldFrame } from '../ui/field.tsx'
import { ChosenHit, Finder, HitButton, useFinder } from '../ui/finder.tsx'

type FinderFieldProps<Answer, Hit> = Omit<FieldFrame, 'error' | 'label'> & {
  label: string
  /** The query for the typed words. */
  find: (words: string) => UseQueryOptions<Answer, ApiError>
  hitsIn: (answer: Answer) => readonly Hit[]
  chosen: Hit | null
  onChoose: (hit: Hit | null) => void
  /** The label of the chosen hit; by default that of the search field. */
  chosenLabel?: string
  /** The button that removes the chosen hit. */
  letGo: string
  failure: string
  none: string
  more?: (answer: Answer) => string | false
  children: (hit: Hit) => ReactNode
}

/** A field for an object that is found by typing. The chosen object takes the place of the search. */
export function FinderField<Answer, Hit extends { id: string }>({
  find,
  hitsIn,
  chosen,
  onChoose,
  chosenLabel,
  letGo,
  failure,
  more,
  children,
  ...field
}: FinderFieldProps<Answer, Hit>) {
  const finder = useFinder()
  const found = useQuery({
    ...find(finder.search),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  if (chosen) {
    return (
      <ChosenHit
        finder={finder}
        name={field.name}
        label={chosenLabel ?? field.label}
        letGo={letGo}
        onLetGo={() => onChoose(null)}
      >
        {children(chosen)}
      </ChosenHit>
    )
  }
  return (
    <Finder
      {...field}
      finder={finder}
      hits={found.data && hitsIn(found.data)}
      pending={found.isPlaceholderData}
      failure={found.error && failure}
      more={found.data && more?.(found.data)}
    >
      {(hit) => (
        <HitButton
          onClick={() => {
            finder.leave()
            onChoose(hit)
          }}
        >
          {children(hit)}
        </HitButton>
      )}
    </Finder>
  )
}
