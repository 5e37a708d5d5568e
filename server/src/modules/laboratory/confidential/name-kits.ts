import type { FieldErrors } from '#contract/errors.ts'
import type { KitLot } from './events.ts'

/** What is entered of a device: its lot in the stock, or kit, lot number and expiry date of a kit that is not kept in stock. */
export type EnteredDevice = { stockLot: string | null; kit: string; lot: string; expiresOn: string }

/**
 * The devices with the kit, lot number and expiry date of the stock. A lot that cannot be used today is refused, unless `saved` has it
 * already, and so is a typed lot number that the stock has. `field` is the beginning of the fields of a device.
 */
export function nameKits<D extends EnteredDevice>(
  devices: readonly D[],
  lots: readonly KitLot[],
  { saved = [], field = () => '' }: { saved?: readonly EnteredDevice[]; field?: (at: number) => string },
): { named: D[]; faults: FieldErrors } {
  const faults: FieldErrors = {}
  const named = devices.map((device, at) => {
    const { stockLot, lot } = device
    const kept = stockLot === null ? undefined : saved.find((one) => one.stockLot === stockLot)
    if (kept) return { ...device, kit: kept.kit, lot: kept.lot, expiresOn: kept.expiresOn }
    if (stockLot === null) {
      const known = lots.find((one) => one.lot.toLowerCase() === lot.toLowerCase())
      if (known)
        faults[`${field(at)}lot`] = [
          known.isUsable
            ? 'The stock has this lot: choose it from the list'
            : 'The stock has this lot, but it cannot be used: it is not open, used up or expired',
        ]
      return device
    }
    const found = lots.find(({ id, isUsable }) => id === stockLot && isUsable)
    if (found) return { ...device, kit: found.kit, lot: found.lot, expiresOn: found.expiresOn }
    faults[`${field(at)}stockLot`] = ['Choose a lot that is open and can be used today']
    return device
  })
  return { named, faults }
}

/** How many devices of each lot of the stock were used since `before`; negative: fewer. Lots without a change are left out. */
export function usedSince(
  before: readonly Pick<EnteredDevice, 'stockLot'>[],
  now: readonly Pick<EnteredDevice, 'stockLot'>[],
): { lotId: string; devices: number }[] {
  const counts = new Map<string, number>()
  const add = (stockLot: string | null, devices: number) =>
    stockLot !== null && counts.set(stockLot, (counts.get(stockLot) ?? 0) + devices)
  for (const { stockLot } of before) add(stockLot, -1)
  for (const { stockLot } of now) add(stockLot, 1)
  return [...counts]
    .filter(([, devices]) => devices !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([lotId, devices]) => ({ lotId, devices }))
}
