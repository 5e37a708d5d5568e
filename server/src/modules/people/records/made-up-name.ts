import type { Gender } from '#contract/options.ts'

/** What a name is made up from, until somebody is named. */
export type Unnamed =
  | { naming: 'unknown'; sex: Gender; age: number }
  | { naming: 'baby'; mother: string; birthOrder: number | null }

/** As long as a name may be. */
const mostCharacters = 200

/** The name of somebody whose own is not known, or of a baby without one. It is stored, and frozen into visits, like any name. */
export function madeUpName(of: Unnamed): string {
  switch (of.naming) {
    case 'unknown':
      return `Unknown ${of.sex}, ${of.age === 0 ? 'less than 1' : `about ${of.age}`}`
    case 'baby':
      return [...`Baby ${of.birthOrder === null ? '' : `${of.birthOrder} `}of ${of.mother}`]
        .slice(0, mostCharacters)
        .join('')
  }
}
