import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { readStorageRack } from './keep-places.ts'

/** Points: 40 mm. */
const codeSide = 113

/** The label of a rack: its place and name, and its code to scan. */
export async function printRackLabel(context: SignedIn, id: string): Promise<Buffer> {
  const { name, code, unit } = await readStorageRack(context, id)
  const laboratory = await laboratorySettings(context)
  const [{ drawRoll }, { drawCode }] = await Promise.all([
    import('#server/platform/paper/roll.ts'),
    import('#server/platform/paper/draw-code.ts'),
  ])
  return drawRoll({ title: `Label of ${name}`, author: laboratory.name, at: context.clock.now() }, [
    { text: name, type: 'H1', style: { bold: true, size: 17 }, align: 'centre' },
    { text: unit.name, align: 'centre' },
    {
      alt: 'QR code of the rack',
      side: codeSide,
      align: 'centre',
      draw: (document, x, y, side) => drawCode(document, code, x, y, side),
    },
    { text: code, style: { bold: true, size: 11 }, align: 'centre' },
  ])
}
