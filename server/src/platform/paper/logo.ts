import { type Doc, page } from './pen.ts'

/** The laboratory's logo at the top right of a page. Lengths are points. */
const box = { width: 110, height: 40, top: 30, gap: 16 } as const

/** The width that the head of a page reserves for the logo. */
export const logoRoom = box.width + box.gap

declare const opened: unique symbol
export type Picture = { readonly [opened]: true }

/** Opens a picture once for all pages of a document. The method is missing in the types of pdfkit. */
export function openLogo(document: Doc, print: Buffer): Picture {
  return (document as unknown as { openImage(file: Buffer): Picture }).openImage(print)
}

export function drawLogo(document: Doc, picture: Picture): void {
  document.image(picture as unknown as Buffer, page.width - page.margin - box.width, box.top, {
    fit: [box.width, box.height],
    align: 'right',
  })
}
