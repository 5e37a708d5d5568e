import type { ReportContent } from '#contract/reports.ts'

/** The sentences of a report about a test and its sample, the same on A4 and on a roll. */

type Tested = ReportContent['tests'][number]

export function specimenOf({ specimen, accession, collectedAt, receivedAt, prepared }: Tested): string {
  const preparation = {
    yes: ' The patient was prepared as asked.',
    no: ' The patient was not prepared as asked.',
    'not needed': '',
  } as const
  return `${specimen}, sample ${accession}, collected ${collectedAt}, received ${receivedAt ?? 'not recorded'}.${
    prepared === null ? '' : preparation[prepared]
  }`
}

export const rejectedTexts = ({ rejected }: Tested): string[] =>
  rejected.map(
    ({ accession, at, reason }) =>
      `An earlier sample, ${accession}, was rejected on ${at}: ${reason}. This one was taken in its place.`,
  )

/** How and where the test was done, as far as the laboratory has set it. */
export function methodOf({ method, instrument, referredTo }: Tested): string {
  const parts = [
    method && `Method: ${method}.`,
    instrument && `Instrument: ${instrument}.`,
    referredTo && `Referred to ${referredTo}.`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** Names the attached files: those on later pages, and those that only the PDF has. */
export function attachedTo({ attachments }: Tested): string {
  const names = (isPicture: boolean) =>
    attachments.filter(({ picture }) => (picture !== null) === isPicture).map(({ name }) => name)
  const [printed, embedded] = [names(true), names(false)]
  return [
    printed.length > 0 && `Attached on a later page: ${printed.join(', ')}.`,
    embedded.length > 0 && `Attached to the PDF of this report: ${embedded.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Says “reviewed” only if the results were released by a person who had not entered them. */
export function peopleOf({ measured, ...test }: Tested): string {
  const said = enteredAndReleased(test)
  return measured ? `Measured on ${measured.at} by ${measured.by}. ${said}` : said
}

function enteredAndReleased({ enteredBy, releasedBy, releasedAt, byRule }: Omit<Tested, 'measured'>): string {
  if (byRule)
    return `Entered by ${enteredBy}. Released automatically, ${releasedAt}, by the rule ${releasedBy}.`
  return enteredBy === releasedBy
    ? `Entered and released by ${releasedBy}, ${releasedAt}.`
    : `Entered by ${enteredBy}. Reviewed and released by ${releasedBy}, ${releasedAt}.`
}
