import type { ReceiptPaper } from '#contract/money.ts'
import { framePages } from '#server/platform/paper/frame.ts'
import { openLogo } from '#server/platform/paper/logo.ts'
import { firstPage, openPaper } from '#server/platform/paper/open-paper.ts'
import { page } from '#server/platform/paper/pen.ts'
import { drawParts, drawRoll, type Part } from '#server/platform/paper/roll.ts'

export type Receipt = {
  kind: 'receipt' | 'refund'
  number: string
  laboratory: string
  reach: readonly string[]
  site: string
  at: string
  reference: string
  patient: string
  lines: readonly { text: string; amount: string }[]
  /** The tax within the lines; null: none. */
  tax: string | null
  way: string
  transaction: string
  amount: string
  /** The number of the receipt that is refunded. */
  refunds: string | null
  reason: string
  /** What is owed after this payment; null if there is a credit. */
  owed: string | null
  credit: string | null
  cashier: string | null
}

const columnOnPage = 330

/** A receipt names tests with their prices, and says nothing about results. */
export async function drawReceipt(
  receipt: Receipt,
  { paper, at, logo }: { paper: ReceiptPaper; at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const title = `${receipt.kind === 'receipt' ? 'Receipt' : 'Refund'} ${receipt.number}`
  const about = { title, author: receipt.laboratory, at }
  if (paper === 'thermal') return drawRoll(about, [...headOf(receipt), ...partsOf(receipt, title)])
  const { document, done } = openPaper(about)
  firstPage(document)
  const body = document.struct('Document')
  document.addStructure(body)
  drawParts(document, body, partsOf(receipt, title), { x: page.margin, width: columnOnPage })
  body.end()
  framePages(document, {
    from: receipt.laboratory,
    reach: receipt.reach,
    logo: logo && openLogo(document, logo),
    continues: receipt.number,
    foot: [title, receipt.at],
  })
  document.end()
  return done
}

const headOf = ({ laboratory, reach }: Receipt): Part[] => [
  { text: laboratory, style: { bold: true, size: 12 } },
  ...reach.map((text) => ({ text, style: { size: 8 } })),
]

const bold = { bold: true, size: 10 } as const

function partsOf(receipt: Receipt, title: string): Part[] {
  const { lines, tax, way, transaction, amount, refunds, reason, owed, credit, cashier, kind } = receipt
  return [
    { text: title, type: 'H1', style: { bold: true, size: 13 } },
    { left: receipt.site, right: receipt.at },
    { left: receipt.patient, right: receipt.reference },
    { rule: 'line' },
    ...lines.map(({ text, amount: price }) => ({ left: text, right: price })),
    ...(tax === null ? [] : [{ left: 'Tax included', right: tax, style: { size: 8 } }]),
    { rule: 'line' },
    { left: kind === 'receipt' ? 'Paid' : 'Paid back', right: amount, style: bold },
    { left: 'Payment method', right: way },
    ...(transaction === '' ? [] : [{ left: 'Transaction', right: transaction }]),
    ...(refunds === null ? [] : [{ left: 'For receipt', right: refunds }]),
    ...(reason === '' ? [] : [{ text: reason }]),
    owed === null
      ? { left: 'Credit', right: credit ?? '', style: bold }
      : { left: 'Still owed', right: owed, style: bold },
    ...(cashier === null ? [] : [{ text: `Taken by ${cashier}`, style: { size: 8 } }]),
  ]
}
