import type { Sample } from '#contract/bench.ts'
import { spaced } from '../../../lib/accession.ts'
import { BarCode } from '../../../ui/bar-code.tsx'
import css from './sample-label.module.css'

/** The label as it is printed, for a scanner that reads from the screen. */
export function SampleLabel({ sample: { accession, patient, specimen, reference } }: { sample: Sample }) {
  return (
    <figure className={css.label}>
      <p className={css.name}>{patient.fullName}</p>
      <p>
        {patient.personNumber}, {patient.age} y, {patient.gender}, {reference}
      </p>
      <BarCode number={accession} />
      <figcaption className={css.number}>{spaced(accession)}</figcaption>
      <p>{specimen}</p>
    </figure>
  )
}
