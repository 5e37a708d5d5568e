import type { Sample } from '#contract/bench.ts'
import { spaced } from '../../../lib/accession.ts'
import { BarCode } from '../../../ui/bar-code.tsx'

/** The label as it is printed, for a scanner that reads from the screen. */
export function SampleLabel({ sample: { accession, patient, specimen, reference } }: { sample: Sample }) {
  return (
    <figure className="mb-4 max-w-75 rounded border bg-white px-3 py-2 text-[0.8125rem] text-black leading-snug [&_svg]:my-1 [&_svg]:block [&_svg]:h-14 [&_svg]:w-full">
      <p className="font-700 text-[0.9375rem]">{patient.fullName}</p>
      <p>
        {patient.personNumber}, {patient.age} y, {patient.gender}, {reference}
      </p>
      <BarCode number={accession} />
      <figcaption className="text-center font-600 text-[0.9375rem] tabular-nums">
        {spaced(accession)}
      </figcaption>
      <p>{specimen}</p>
    </figure>
  )
}
