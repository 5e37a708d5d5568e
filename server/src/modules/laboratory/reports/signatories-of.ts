import type { ReportContent } from '#contract/reports.ts'
import { aboutSignatory, type Signatory } from '#server/platform/paper/signatories.ts'

/** The signatures and attachments of a report: pictures by hash, files by id. */
export type Pictures = ReadonlyMap<string, Buffer>

/** The people who authorised the results, each once. Only the tests name people without a qualification or signature. */
export function signatoriesOf({ tests }: ReportContent, pictures: Pictures): Signatory[] {
  const found = new Map<string, Signatory>()
  for (const { releasedBy, authorised, withdrawn } of tests) {
    if (!authorised || withdrawn) continue
    const { qualification, licenceNumber, signature } = authorised
    const about = aboutSignatory(qualification, licenceNumber)
    if (about === '' && signature === null) continue
    found.set(`${releasedBy} ${about}`, { name: releasedBy, about, signature: pictures.get(signature ?? '') })
  }
  return [...found.values()]
}
