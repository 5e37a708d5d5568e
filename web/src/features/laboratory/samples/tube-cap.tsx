import { capOf } from '../../../lib/cap-of.ts'
import { capFills } from '../../../ui/tube-caps.ts'

/** A tube with its cap in the real colour, or a jar; the description stands beside it in words. */
export function TubeCap({ tube, size = 32 }: { tube: string; size?: number }) {
  const cap = capOf(tube)
  return (
    <svg
      className="flex-none fill-none stroke-[1.5] stroke-ink-soft stroke-round"
      viewBox="0 0 20 32"
      width={(size * 20) / 32}
      height={size}
      aria-hidden="true"
    >
      {cap === 'container' ? (
        <>
          <path d="M3 10v17a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V10" />
          <rect className="fill-sunk" x="1.5" y="4" width="17" height="6" rx="1.5" />
          <path d="M7 16h6M7 20h6" />
        </>
      ) : (
        <>
          <path d="M5 11v14a5 5 0 0 0 10 0V11" />
          <rect className={capFills[cap]} x="2.5" y="2" width="15" height="9" rx="2" />
        </>
      )}
    </svg>
  )
}
