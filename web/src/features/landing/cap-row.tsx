import { capFills } from '../../ui/tube-caps.ts'

export type CapColour = 'edta' | 'sst' | 'citrate' | 'fluoride' | 'plain'

/** The upper halves of tubes, by the colour of their caps: what staff read before the text. */
export function CapRow({ caps }: { caps: readonly CapColour[] }) {
  return (
    <svg className="block stroke-round" viewBox="0 0 200 72" width="200" height="72" aria-hidden="true">
      {caps.map((cap, index) => {
        const x = 4 + index * 46
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered.
          <g key={index}>
            <path className="fill-none stroke-2 stroke-ink" d={`M${x + 4} 30v42M${x + 30} 30v42`} />
            <rect
              className={`stroke-2 stroke-ink ${capFills[cap]}`}
              x={x}
              y="4"
              width="34"
              height="26"
              rx="5"
            />
            <path
              fill="none"
              stroke="#12312e"
              strokeWidth="1.5"
              opacity="0.28"
              d={`M${x + 9} 11v12m8-12v12m8-12v12`}
            />
          </g>
        )
      })}
    </svg>
  )
}
