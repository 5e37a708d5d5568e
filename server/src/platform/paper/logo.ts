import { type Doc, page } from './pen.ts'

/** The laboratory's logo at the top right of a page. Lengths are points. */
const box = { width: 110, height: 40, top: 36, gap: 16 } as const

/** What the head of a page leaves to the logo. */
export const logoRoom = box.width + box.gap

declare const opened: unique symbol
type Picture = { readonly [opened]: true }

/** Read once for all pages of a document; pdfkit has it, and its types do not. */
export function openLogo(document: Doc, print: Buffer): Picture {
  return (document as unknown as { openImage(file: Buffer): Picture }).openImage(print)
}

export function drawLogo(document: Doc, picture: Picture): void {
  document.image(picture as unknown as Buffer, page.width - page.margin - box.width, box.top, {
    fit: [box.width, box.height],
    align: 'right',
  })
}
