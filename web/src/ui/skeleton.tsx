/** The shape of what comes. `width` and `height` in CSS units. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return (
    <span
      className="block h-[1em] max-w-full animate-breathe rounded-sm bg-line"
      style={{ width, height }}
      aria-hidden="true"
    />
  )
}

/** Several lines of different length under one spoken word. */
export function SkeletonLines({ count = 3, says }: { count?: number; says: string }) {
  const widths = ['92%', '78%', '85%', '64%']
  return (
    <div className="stack gap-4" role="status">
      <span className="visually-hidden">{says}</span>
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
        <Skeleton key={line} width={widths[line % widths.length] ?? '80%'} />
      ))}
    </div>
  )
}
