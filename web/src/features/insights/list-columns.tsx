import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { spaced } from '../../lib/accession.ts'
import { exactly, sayWhen } from '../../lib/times.ts'
import { useNow } from '../../ui/use-now.ts'
import { ToVisit } from './leads.tsx'
import { sayLasting } from './number-words.ts'

/** What the lists behind the figures show alike, cell by cell. */

/** Whose sample it was, and the visit it came from. */
export const patientColumn = {
  header: t`Patient`,
  cell: ({ patient }: { patient: { visitId: string; fullName: string; reference: string } }) => (
    <>
      <ToVisit id={patient.visitId}>{patient.fullName}</ToVisit>
      <span className="hint block">
        <Whole>{patient.reference}</Whole>
      </span>
    </>
  ),
}

/** A test at the bench, and the sample it is done on. */
export const testColumn = {
  header: t`Test`,
  cell: ({ id, test, accession }: { id: string; test: { name: string }; accession: string }) => (
    <>
      <Link to="/tasks/$id" params={{ id }}>
        {test.name}
      </Link>
      <span className="hint block">
        <Whole>{spaced(accession)}</Whole>
      </span>
    </>
  ),
}

/** A sample, whose it is, and for what it was drawn. */
export const sampleColumns = [
  {
    header: t`Sample`,
    cell: ({ accession, tube }: { accession: string; tube: string }) => (
      <>
        <SampleLink accession={accession} />
        <span className="hint block">{tube}</span>
      </>
    ),
  },
  patientColumn,
  {
    header: t`Tests`,
    cell: ({ tests }: { tests: readonly { name: string }[] }) => tests.map(({ name }) => name).join(', '),
  },
] as const

export const collectedColumn = (zoneOf: (site: string) => string) => ({
  header: t`Collected`,
  cell: ({ collectedAt, collectedBy, site }: { collectedAt: string; collectedBy: string; site: string }) => (
    <At at={collectedAt} zone={zoneOf(site)} by={collectedBy} />
  ),
})

/** Left out where there is only one. */
export const siteColumn = {
  header: t`Site`,
  cell: ({ site }: { site: string }) => <span className="wrap-break-word">{site}</span>,
}

/** When something was done, by the clock of its site, and by whom. */
export function At({ at, zone, by }: { at: string; zone: string; by?: string }) {
  return (
    <>
      <time dateTime={at} className="wrap-break-word" title={exactly(at, zone)}>
        {sayWhen(at, zone, useNow())}
      </time>
      {by !== undefined && <span className="hint block">{by}</span>}
    </>
  )
}

export function SampleLink({ accession }: { accession: string }) {
  return (
    <Link to="/sample/$accession" params={{ accession }} className="whitespace-nowrap">
      {spaced(accession)}
    </Link>
  )
}

export const Lasting = ({ minutes }: { minutes: number | null }) => (
  <span className="figures whitespace-nowrap">{sayLasting(minutes)}</span>
)

/** Codes and numbers, which mean nothing in halves: a table's cell breaks anything else where it must. */
export const Whole = ({ children }: { children: ReactNode }) => (
  <span className="whitespace-nowrap">{children}</span>
)
