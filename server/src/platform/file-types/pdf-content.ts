import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'

/** Dictionary keys of active content: scripts, actions, forms and embedded files (ISO 32000-1, 7.11.4, 12.6, 12.7.8). */
const activeKeys = new Set([
  ...['JavaScript', 'JS', 'AA', 'EmbeddedFiles', 'EmbeddedFile', 'EF', 'AF', 'XFA', 'RichMediaContent'],
  ...['RichMediaSettings', 'Launch'],
])
/** Types of active actions and annotations. A jump within the document is allowed. */
const activeNames = new Set([
  ...['JavaScript', 'Launch', 'GoToR', 'GoToE', 'URI', 'SubmitForm', 'ImportData', 'ResetForm', 'Rendition'],
  ...['Sound', 'Movie', 'GoTo3DView', 'RichMediaExecute', 'Hide', 'FileAttachment', 'RichMedia', 'Screen'],
  ...['3D', 'EmbeddedFile'],
])

/**
 * The reason to refuse a PDF: it has active content, or cannot be parsed; null if it has pages only. Checks every object, including
 * objects in compressed streams, in earlier versions of the file, and without a reference to them.
 */
export async function activePart(bytes: Uint8Array): Promise<string | null> {
  try {
    const { context } = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
    const isActive = context.enumerateIndirectObjects().some(([, object]) => acts(object))
    return isActive
      ? 'This PDF has a script, a link, a form or another file in it. Print it to a plain PDF.'
      : null
  } catch (error) {
    const isLocked = error instanceof Error && error.constructor.name === 'EncryptedPDFError'
    return isLocked ? 'This PDF is encrypted. Print it to a plain PDF.' : 'This PDF is damaged.'
  }
}

function acts(object: PDFObject): boolean {
  if (object instanceof PDFStream) return acts(object.dict)
  if (object instanceof PDFArray) return object.asArray().some(acts)
  if (!(object instanceof PDFDict)) return false
  return object.entries().some(([key, value]) => {
    const name = key.decodeText()
    if (activeKeys.has(name)) return true
    const isKind = name === 'S' || name === 'Subtype' || name === 'Type'
    return (isKind && value instanceof PDFName && activeNames.has(value.decodeText())) || acts(value)
  })
}
