import { identifiers } from '#contract/task-states.ts'
import { drawBars } from '#server/platform/paper/draw-bars.ts'
import { drawCode } from '#server/platform/paper/draw-code.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { across, asArtifact, type Doc, page, put, quiet, type Structure } from '#server/platform/paper/pen.ts'
import type { FormRow } from './queries-downtime.ts'

type Asked = {
  forms: readonly Pick<FormRow, 'number' | 'site' | 'accessions'>[]
  laboratory: string
  reach: readonly string[]
}

/** Points. */
const codeSide = 62
const row = 31
const testRow = 26
const tests = 7
const label = { columns: 3, width: across / 3, height: 70 }
const labelsTop = 842 - page.bottom - 2 * label.height
const ink = '#000000'

/** Draws downtime forms, one page each: fields to fill in by hand, and labels to cut off. */
export async function drawForms(
  { forms, laboratory, reach }: Asked,
  { at, logo }: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { document, done } = openPaper({ title: 'Downtime forms', author: laboratory, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  forms.forEach((form, index) => {
    if (index > 0) document.addPage()
    drawForm(document, body, form)
  })
  body.end()
  framePages(document, {
    from: laboratory,
    reach,
    logo: logo && openLogo(document, logo),
    continues: '',
    foot: ['Write with a pen. Enter the form as soon as the system runs again, within seven days.', ''],
  })
  document.end()
  return done
}

function drawForm(
  document: Doc,
  body: Structure,
  { number, site, accessions }: Asked['forms'][number],
): void {
  let y: number = page.top
  const say = (type: string, text: string, x: number, top: number, width: number, style = {}) =>
    body.add(document.struct(type, {}, () => put(document, text, { x, y: top, width, ...style })))
  say('H1', `Downtime form ${number}`, page.margin, y, across - codeSide, { bold: true, size: 17 })
  say('P', site.name, page.margin, y + 22, across - codeSide, { size: 10, color: quiet })
  const alt = `QR code of the number ${number}`
  const codeX = page.margin + across - codeSide
  body.add(
    document.struct('Figure', { alt }, () => drawCode(document, String(number), codeX, y - 4, codeSide)),
  )
  y += codeSide + 2

  const lines = (...fields: readonly (readonly [name: string, part: number])[]) => {
    const all = fields.reduce((sum, [, part]) => sum + part, 0)
    let x: number = page.margin
    for (const [name, part] of fields) {
      const width = (across * part) / all
      say('P', name, x, y, width - 8, { size: 7.5, color: quiet })
      underline(document, x, y + row - 6, width - 8)
      x += width
    }
    y += row
  }
  const boxes = (name: string, choices: readonly string[], nameWidth = 92) => {
    say('P', name, page.margin, y + 1, nameWidth, { size: 8, bold: true })
    const width = (across - nameWidth) / Math.max(4, choices.length)
    choices.forEach((choice, index) => {
      const x = page.margin + nameWidth + index * width
      asArtifact(document, () => document.rect(x, y, 9, 9).lineWidth(0.7).strokeColor(ink).stroke())
      say('P', choice, x + 12, y + 1, width - 14, { size: 7.5 })
    })
    y += 20
  }

  lines(['Full name', 3], ['Phone number', 2])
  lines(['Age or date of birth', 2], ['Person number or card', 2], ['Requested by', 3])
  boxes('Sex', ['Female', 'Male'])
  lines(
    ['Date', 2],
    ['Arrived at, time', 2],
    ['Samples collected at, time', 2],
    ['Collected by, name and signature', 3],
  )
  lines(['Received at the bench at, time', 3], ['Received by, name and signature', 5])
  boxes(
    'Identified by (two)',
    identifiers.filter((one) => one !== 'E-mail' && one !== 'Reference or QR code'),
  )
  boxes('Prepared', ['Yes', 'No', 'Not needed'])
  y += 4
  drawTests(document, say, y)
  y += 14 + (tests + 1) * testRow
  lines(['Paid, amount and receipt', 2], ['Note', 4])
  drawLabels(document, say, { number, accessions })
}

type Say = (type: string, text: string, x: number, y: number, width: number, style?: object) => void

const columns = [
  { title: 'Test', part: 4 },
  { title: 'Label', part: 1 },
  { title: 'Result and unit', part: 4 },
  { title: 'Done by, time', part: 3 },
] as const

/** An empty table for the tests, and for results that cannot wait until the system runs again. */
function drawTests(document: Doc, say: Say, top: number): void {
  const all = columns.reduce((sum, { part }) => sum + part, 0)
  let x: number = page.margin
  for (const { title, part } of columns) {
    const width = (across * part) / all
    say('P', title, x + 4, top, width - 8, { size: 7.5, bold: true })
    const left = x
    asArtifact(document, () => {
      for (let index = 0; index < tests; index++)
        document
          .rect(left, top + 12 + index * testRow, width, testRow)
          .lineWidth(0.5)
          .strokeColor(ink)
          .stroke()
    })
    x += width
  }
}

/** The labels have no name: staff write the patient's name on them. */
function drawLabels(
  document: Doc,
  say: Say,
  { number, accessions }: Pick<FormRow, 'number' | 'accessions'>,
): void {
  asArtifact(document, () => {
    document.dash(3, { space: 3 }).lineWidth(0.5).strokeColor(ink)
    for (let index = 0; index < 2 * label.columns; index++) {
      const { x, y } = placeOf(index)
      document.rect(x, y, label.width, label.height).stroke()
    }
    document.undash()
  })
  accessions.forEach((accession, index) => {
    const { x, y } = placeOf(index)
    say('P', `Label ${index + 1}, form ${number}`, x + 6, y + 5, label.width / 2, { size: 7.5, bold: true })
    say('P', 'Name', x + label.width / 2 + 4, y + 5, 24, { size: 6.5, color: quiet })
    underline(document, x + label.width / 2 + 24, y + 14, label.width / 2 - 30)
    asArtifact(document, () =>
      drawBars(document, accession, { x, y: y + 20, width: label.width, height: 32 }),
    )
    say('P', accession, x, y + 55, label.width, { size: 9, bold: true, align: 'centre' })
  })
  const { x, y } = placeOf(accessions.length)
  const how = 'Cut a label off for each tube, write the name on it, and write its number beside the tests.'
  say('P', how, x + 8, y + 14, label.width - 16, { size: 7.5, color: quiet })
}

const placeOf = (index: number) => ({
  x: page.margin + (index % label.columns) * label.width,
  y: labelsTop + Math.floor(index / label.columns) * label.height,
})

function underline(document: Doc, x: number, y: number, width: number): void {
  asArtifact(document, () =>
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .strokeColor(ink)
      .stroke(),
  )
}
