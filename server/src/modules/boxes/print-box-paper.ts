import type { BoxPaper } from './draw-box-paper.ts'

/** The list of the tubes of a box as a PDF. The PDF libraries are loaded on first use. */
export async function printBoxPaper(
  paper: BoxPaper,
  how: { at: Date; logo: Buffer | null },
): Promise<Buffer> {
  const { drawBoxPaper } = await import('./draw-box-paper.ts')
  return drawBoxPaper(paper, how)
}
