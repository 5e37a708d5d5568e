import { saveFile } from '../../../ui/save-file.ts'

/** Gives the person a PDF that a call answered with, as a file. */
export function savePdf(answer: unknown, name: string): void {
  if (!(answer instanceof Blob)) throw new Error('The report is no PDF')
  saveFile(answer, name)
}
