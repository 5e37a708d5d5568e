import {
  across,
  asArtifact,
  type Doc,
  heightOf,
  ink,
  makeRoom,
  page,
  put,
  type Structure,
  type Style,
} from './pen.ts'

type Said = { text: string; style?: Style }

const inset = 12
const gap = 3

/** Paragraphs with a thick bar at the left, which stand out even when printed in black. */
export function drawNotice(document: Doc, parent: Structure, said: readonly Said[], color = ink): void {
  const width = across - inset
  const heights = said.map(({ text, style = {} }) => heightOf(document, text, { width, ...style }))
  const height = heights.reduce((sum, one) => sum + one + gap, -gap)
  makeRoom(document, height)
  const top = document.y
  asArtifact(document, () => document.rect(page.margin, top, 3, height).fill(color))
  for (const { text, style = {} } of said) {
    const y = document.y
    parent.add(
      document.struct('P', {}, () => put(document, text, { x: page.margin + inset, y, width, ...style })),
    )
    document.y += gap
  }
  document.y += 6
}
