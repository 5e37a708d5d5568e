import { t } from '@lingui/core/macro'
import { code128 } from '../lib/code-128.ts'
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
      aria-label={t`Bar code of ${number}`}
      className={className}
      viewBox={`0 0 ${total + 2 * quiet} 40`}
      shapeRendering="crispEdges"
      preserveAspectRatio="none"
    >
      <path d={bars.join('')} />
    </svg>
  )
}

/** Both codes on a piece of paper, in the dark as well, for the scanner that is there, with the number and what it is for in words. */
export function NumberPaper({ number, says }: { number: string; says: string }) {
  return (
    <figure className="max-w-75 rounded border bg-white px-3 py-2 text-center text-[0.8125rem] text-black">
      <BarCode number={number} className="my-1 block h-14 w-full" />
      <QrCode number={number} className="mx-auto block w-29" />
      <figcaption>
        {number}, {says}
      </figcaption>
    </figure>
  )
}
