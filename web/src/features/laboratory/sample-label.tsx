import type { Sample } from '#contract/bench.ts'
import { code128 } from './code-128.ts'
import css from './sample-label.module.css'
import { spaced } from './task-words.ts'

/** Modules of blank on either side, without which a scanner finds no beginning. */
const quiet = 10

/** The label as it is printed, for a scanner that reads from the screen. */
export function SampleLabel({ sample: { accession, patient, specimen, reference } }: { sample: Sample }) {
  const widths = code128(accession)
  const total = widths.reduce((sum, width) => sum + width, 0)
  let x = quiet
  const bars = widths.flatMap((width, index) => {
    const from = x
    x += width
    return index % 2 === 0 ? [`M${from} 0h${width}v40h-${width}z`] : []
  })
  return (
    <figure className={css.label}>
      <p className={css.name}>{patient.fullName}</p>
      <p>
        {patient.age} y, {patient.gender}, {reference}
      </p>
      <svg
        role="img"
        aria-label={`Bar code of ${accession}`}
        viewBox={`0 0 ${total + 2 * quiet} 40`}
        shapeRendering="crispEdges"
        preserveAspectRatio="none"
      >
        <path d={bars.join('')} />
      </svg>
      <figcaption className={css.number}>{spaced(accession)}</figcaption>
      <p>{specimen}</p>
    </figure>
  )
}
