import { type Comparison, disagreements } from '#contract/instrument-verifications.ts'
import { instrumentProtocols } from '#contract/instruments.ts'
import { type CellCounts, printedUnit } from '#contract/printed-unit.ts'
import type { Laboratory } from '#server/modules/sites/index.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { drawFacts, type Fact } from '#server/platform/paper/facts.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { across, type Doc, line, page, quiet, type Structure } from '#server/platform/paper/pen.ts'
import { aboutSignatory, drawSignatories } from '#server/platform/paper/signatories.ts'
import { drawTable } from '#server/platform/paper/table.ts'
import type { CodeTarget } from '../queries-matching.ts'
import type { Content } from './judge.ts'

type Verification = Content & {
  id: string
  instrument: string
  site: string
  timeZone: string
  laboratory: Pick<Laboratory, 'name' | 'address' | 'phone' | 'email'>
  accreditation: string
  cellCounts: CellCounts
  codes: readonly CodeTarget[]
  startedBy: string
  signedBy: { name: string; qualification: string; licenceNumber: string; signature: Buffer | undefined }
}

/** Draws a signed interface verification: the mapping, each comparison, and the person who authorised it. */
export async function drawVerification(
  verification: Verification,
  { at, logo }: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { instrument, site, laboratory, timeZone, signedBy, mapping } = verification
  const title = `Interface verification: ${instrument}`
  const { document, done } = openPaper({ title, author: laboratory.name, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  line(document, body, 'H1', title, { bold: true, size: 15 })
  line(document, body, 'P', 'ISO 15189:2022, 7.6.3: values shown by the analyser and values received', {
    color: quiet,
  })
  document.y += 8
  drawHead(document, body, verification, sayAt(timeZone, at))
  section(document, body, 'Comparisons')
  line(document, body, 'P', rule, { size: 8, color: quiet })
  document.y += 4
  drawComparisons(document, body, verification)
  section(document, body, 'Mapping')
  drawCodes(document, body, verification)
  document.y += 14
  const about = aboutSignatory(signedBy.qualification, signedBy.licenceNumber)
  drawSignatories(document, body, [{ name: signedBy.name, about, signature: signedBy.signature }])
  line(document, body, 'P', `Authorised at ${sayAt(timeZone, at)}`, { size: 8, color: quiet })
  body.end()
  framePages(document, {
    from: laboratory.name,
    reach: [laboratory.address, laboratory.phone, laboratory.email],
    line: verification.accreditation,
    logo: logo && openLogo(document, logo),
    continues: title,
    foot: [`${title}  ·  ${site}`, `Mapping ${mapping.version}  ·  Verification ${verification.id}`],
  })
  document.end()
  return done
}

const rule =
  'A shown number, in the unit of the analyte, and the result agree if they differ by less than half of the last digit of each, ' +
  'added. Coded answers agree if they mean the same answer of the catalogue. Sample numbers agree if they are the same accession ' +
  'number, with or without spaces and check digit.'

function section(document: Doc, body: Structure, title: string): void {
  document.y += 12
  line(document, body, 'H2', title, { bold: true, size: 11 })
  document.y += 3
}

function drawHead(
  document: Doc,
  body: Structure,
  { comparisons, notCompared, mapping, site, startedBy, instrument }: Verification,
  signedAt: string,
): void {
  const messages = new Set(comparisons.map(({ messageId }) => messageId)).size
  const people = [...new Set(comparisons.map(({ by }) => by))].join(', ')
  const left: Fact[] = [
    { name: 'Analyser', value: instrument, style: { bold: true } },
    { name: 'Serial number', value: mapping.serialNumber || 'Not recorded' },
    { name: 'Site', value: site },
    { name: 'Protocol', value: instrumentProtocols[mapping.protocol as keyof typeof instrumentProtocols] },
  ]
  const right: Fact[] = [
    { name: 'Profile', value: `${mapping.profile}, version ${mapping.settingsVersion} of the settings` },
    { name: 'Mapping', value: mapping.version },
    { name: 'Started by', value: startedBy },
    { name: 'Values entered by', value: people },
  ]
  const y = document.y
  const width = across / 2 - 10
  const ends = [
    drawFacts(document, body, left, { x: page.margin, y, width }),
    drawFacts(document, body, right, { x: page.margin + width + 20, y, width }),
  ]
  document.y = Math.max(...ends) + 6
  const codes = new Set(comparisons.map(({ code }) => code)).size
  const said = `Verified on ${signedAt}. Values: ${comparisons.length}. Codes: ${codes}. Messages: ${messages}. All values agree.`
  line(document, body, 'P', said, { bold: true })
  if (notCompared.length > 0)
    line(document, body, 'P', `Not compared: ${notCompared.map(({ code }) => code).join(', ')}.`)
}

function drawComparisons(
  document: Doc,
  body: Structure,
  { comparisons, timeZone, cellCounts }: Verification,
): void {
  const x = (offset: number) => page.margin + offset
  drawTable(document, body, {
    style: { size: 8 },
    columns: [
      { title: 'Message', x: x(0), width: 78 },
      { title: 'Code, analyte', x: x(84), width: 96 },
      { title: 'Shown', x: x(186), width: 100 },
      { title: 'Sent', x: x(292), width: 100 },
      { title: 'Result', x: x(398), width: 109 },
    ],
    rows: comparisons.map((one) => ({
      cells: [
        { text: sayAt(timeZone, new Date(one.receivedAt)) },
        { text: `${one.code}\n${one.analyte}` },
        { text: `${one.shownValue} ${one.shownUnit}\n${one.shownSample}` },
        { text: `${one.sentValue} ${one.sentUnit}\n${one.sentSample}` },
        {
          text: `${outcome(one, cellCounts)}${one.byFactor ? '\nConverted with the factor of the code' : ''}`,
        },
      ],
    })),
  })
}

const outcome = ({ result, unit, why }: Comparison, cellCounts: CellCounts): string =>
  why === null
    ? `${`${result} ${printedUnit(unit, cellCounts)}`.trim()}: agrees`
    : `Agrees. Held: ${disagreements[why].toLowerCase()}`

function drawCodes(document: Doc, body: Structure, { codes, cellCounts }: Verification): void {
  const x = (offset: number) => page.margin + offset
  const used = codes.filter(({ analyte }) => analyte !== null)
  const unused = codes.filter(({ analyte }) => analyte === null)
  drawTable(document, body, {
    style: { size: 8 },
    columns: [
      { title: 'Code', x: x(0), width: 120 },
      { title: 'Analyte', x: x(126), width: 160 },
      { title: 'Unit of the analyte', x: x(292), width: 90 },
      { title: 'Unit if none is sent', x: x(388), width: 70 },
      { title: 'Factor', x: x(462), width: 45 },
    ],
    rows: used.map(({ code, analyte, unit, usualUnit, factor }) => ({
      cells: [
        { text: code },
        { text: analyte ?? '' },
        { text: printedUnit(unit, cellCounts) },
        { text: usualUnit },
        { text: factor === null ? '' : String(factor) },
      ],
    })),
  })
  if (unused.length > 0) {
    document.y += 6
    line(document, body, 'P', `Not used: ${unused.map(({ code }) => code).join(', ')}.`, { size: 8 })
  }
}
