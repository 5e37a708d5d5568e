import { classNames } from '../../lib/class-names.ts'

const parts = [1, 2, 3, 4, 5] as const
type Part = (typeof parts)[number]

/** The ground of the part at this place, from 0. */
export const partFill = (id: string, index: number): string => `url(#${id}-${index + 1})`

/** What `partFill` refers to, once for each drawing. */
export function PartPatterns({ id }: { id: string }) {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        {parts.map((part) => (
          <Pattern key={part} id={`${id}-${part}`} part={part} />
        ))}
      </defs>
    </svg>
  )
}

/** The parts' names beside their grounds. */
export function PartKeys({ id, names }: { id: string; names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name} className="inline-flex items-center gap-2">
      <svg width="16" height="16" aria-hidden="true">
        <rect width="16" height="16" rx="2" fill={partFill(id, index)} />
      </svg>
      {name}
    </span>
  ))
}

/** Plain, stripes one way, dots, stripes the other way, crossed: told apart without any colour. */
const strokes: Record<Part, string> = {
  1: '',
  2: 'M-2 2l4-4M0 8l8-8M6 10l4-4',
  3: 'M2 2h.01M6 6h.01',
  4: 'M-2 6l4 4M0 0l8 8M6 -2l4 4',
  5: 'M0 4h8M4 0v8',
}

function Pattern({ id, part }: { id: string; part: Part }) {
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" style={{ fill: `var(--part-${part})` }} />
      <path
        className={classNames(
          'fill-none stroke-on-part opacity-55',
          part === 3 ? 'stroke-[2.5] stroke-round' : 'stroke-[1.25]',
        )}
        d={strokes[part]}
      />
    </pattern>
  )
}
