import css from './sample-rack.module.css'

export type CapColour = 'edta' | 'sst' | 'citrate' | 'fluoride' | 'plain'

/** The upper halves of tubes, by the colour of their caps: what staff read before the text. */
export function CapRow({ caps }: { caps: readonly CapColour[] }) {
  return (
    <svg className={css.caps} viewBox="0 0 200 72" width="200" height="72" aria-hidden="true">
      {caps.map((cap, index) => {
        const x = 4 + index * 46
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never reordered.
          <g key={index}>
            <path className={css.outline} d={`M${x + 4} 30v42M${x + 30} 30v42`} />
            <rect className={css[cap]} x={x} y="4" width="34" height="26" rx="5" />
            <path className={css.ribs} d={`M${x + 9} 11v12m8-12v12m8-12v12`} />
          </g>
        )
      })}
    </svg>
  )
}
