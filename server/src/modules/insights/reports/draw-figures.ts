import type { Laboratory } from '#server/modules/sites/index.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { line, quiet } from '#server/platform/paper/pen.ts'
import { drawFigureTable } from './draw-table.ts'
import { sayPeriod } from './say-figures.ts'
import type { Table } from './table.ts'

export type Paper = {
  laboratory: Pick<Laboratory, 'name' | 'address' | 'phone' | 'email'>
  sites: readonly string[]
  period: { from: string; to: string }
  /** `words`: "the month before". */
  before: { from: string; to: string; words: string }
  /** The filter in words. */
  filters: readonly string[]
  tables: readonly Table[]
  logo: Buffer | null
  at: Date
  /** The head of the audit chain, which a copy of the report keeps outside the database; null before the first block. */
  audit: { blocks: number; head: string } | null
}

/** Draws the figures as a PDF. It contains no patient data. */
export function drawFigures(paper: Paper): Promise<Buffer> {
  const { laboratory, sites, period, before, filters, at } = paper
  const title = `Insights, ${sayPeriod(period)}`
  const { document, done } = openPaper({ title, author: laboratory.name, at })
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  line(document, body, 'H1', 'Insights', { bold: true, size: 20 })
  document.y += 3
  line(document, body, 'P', sayPeriod(period), { bold: true, size: 11 })
  line(document, body, 'P', `Beside ${before.words}: ${sayPeriod(before)}.`, { color: quiet })
  line(document, body, 'P', `${sites.length === 1 ? 'Site' : 'Sites'}: ${sites.join(', ')}.`, {
    color: quiet,
  })
  if (filters.length > 0) {
    const said = `Only ${filters.join(', ')}; staff, chairs and waits are of all.`
    line(document, body, 'P', said, { bold: true })
  }
  line(document, body, 'P', 'Bars: filled, this period; outlined, the period before.', { color: quiet })
  document.y += 12
  for (const table of paper.tables) drawFigureTable(document, body, table)
  if (paper.audit) {
    const { blocks, head } = paper.audit
    const said = `Audit trail at the time of this report: ${blocks} blocks, head ${head}`
    line(document, body, 'P', said, { color: quiet, size: 7 })
  }
  line(document, body, 'P', 'End of report', { bold: true, size: 8 })
  body.end()
  const place = sites.join(', ')
  framePages(document, {
    from: laboratory.name,
    reach: [laboratory.address, laboratory.phone, laboratory.email],
    logo: paper.logo && openLogo(document, paper.logo),
    continues: title,
    foot: [title, place],
  })
  document.end()
  return done
}
