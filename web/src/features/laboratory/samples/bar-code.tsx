import { code128 } from './code-128.ts'

/** Modules of blank on either side, without which a scanner finds no beginning. */
const quiet = 10

/** An accession number in bars, as wide as its place; black on white, for scanners that read from screen or paper. */
export function BarCode({ accession, className }: { accession: string; className?: string | undefined }) {
  const widths = code128(accession)
  const total = widths.reduce((sum, width) => sum + width, 0)
  let x = quiet
  const bars = widths.flatMap((width, index) => {
    const from = x
    x += width
    return index % 2 === 0 ? [`M${from} 0h${width}v40h-${width}z`] : []
  })
  return (
    <svg
      role="img"
      aria-label={`Bar code of ${accession}`}
      className={className}
      viewBox={`0 0 ${total + 2 * quiet} 40`}
      shapeRendering="crispEdges"
      preserveAspectRatio="none"
    >
      <path d={bars.join('')} />
    </svg>
  )
}
