import { code128 } from '../lib/code-128.ts'
import css from './bar-code.module.css'
import { QrCode } from './qr-code.tsx'

/** Modules of blank on either side, without which a scanner finds no beginning. */
const quiet = 10

/** The number of a sample or a person in bars, as wide as its place; black on white, for scanners that read from screen or paper. */
export function BarCode({ number, className }: { number: string; className?: string | undefined }) {
  const widths = code128(number)
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
      aria-label={`Bar code of ${number}`}
      className={className}
      viewBox={`0 0 ${total + 2 * quiet} 40`}
      shapeRendering="crispEdges"
      preserveAspectRatio="none"
    >
      <path d={bars.join('')} />
    </svg>
  )
}

/** Both codes on a piece of paper, for the scanner that is there, with the number and what it is for in words. */
export function NumberPaper({ number, says }: { number: string; says: string }) {
  return (
    <figure className={css.paper}>
      <BarCode number={number} className={css.bars} />
      <QrCode number={number} />
      <figcaption>
        {number}, {says}
      </figcaption>
    </figure>
  )
}
