import { useState } from 'react'

/** The rows of a list that a person has ticked, by their keys. */
export function useChosen() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (key: string) => keys.has(key),
    choose: (key: string, on: boolean) =>
      setKeys((before) => new Set(on ? [...before, key] : [...before].filter((one) => one !== key))),
    /** Ticks these rows and no others. */
    replace: (next: Iterable<string>) => setKeys(new Set(next)),
  }
}
