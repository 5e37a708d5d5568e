import { useEffect, useRef } from 'react'

/** A key as it stands on its control, and what it does in words. */
export type ListedKey = {
  name: string
  words: string
  /** Whether it does something now. */
  able?: boolean
  /** Works on every screen of the area. */
  everywhere?: boolean
}

const declared = new Set<() => readonly ListedKey[]>()

/** Lists these keys among those of the screen for as long as the component is shown. It does not listen to them. */
export function useListedKeys(keys: readonly ListedKey[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const read = () => latest.current
    declared.add(read)
    return () => {
      declared.delete(read)
    }
  }, [])
}

/** All keys of what is shown now, each once: the same key on two controls with the same words is one. */
export function keysOfScreen(): ListedKey[] {
  const byName = new Map<string, ListedKey>()
  for (const key of [...declared].flatMap((read) => read())) {
    const id = `${key.name} ${key.words}`
    if (!byName.get(id)?.able) byName.set(id, key)
  }
  return [...byName.values()]
}
