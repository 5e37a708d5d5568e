import { useState } from 'react'

/** Where somebody is in a list that pages by key: the keys of the pages they have seen, and which one they look at. */
type Place = { about: string; keys: (string | undefined)[]; index: number }

const beginning = (about: string): Place => ({ about, keys: [undefined], index: 0 })

/**
 * The key of the page to ask for, and what `Pager` needs. `about` is what the list is filtered by: another filter begins
 * at the first page.
 */
export function useKeyPages(about: string) {
  const [kept, setPlace] = useState(() => beginning(about))
  const place = kept.about === about ? kept : beginning(about)
  return {
    cursor: place.keys[place.index],
    /** For the answer of the page that is shown. */
    pager(nextCursor: string | null) {
      const keys = nextCursor === null ? place.keys : withNext(place, nextCursor)
      return {
        page: place.index + 1,
        reachable: keys.length,
        onPage: (page: number) => setPlace({ about, keys, index: page - 1 }),
      }
    },
  }
}

/** The next key belongs behind the page that is shown; keys beyond stay known. */
function withNext({ keys, index }: Place, nextCursor: string): (string | undefined)[] {
  return [...keys.slice(0, index + 1), nextCursor, ...keys.slice(index + 2)]
}
