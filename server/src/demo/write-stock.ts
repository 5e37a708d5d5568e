import { addStockItem, openStockLot, readStockItem, receiveStock } from '#server/modules/stock/index.ts'
import { after, days, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** Deliveries: lot number, days from today until expiry, quantity, days since the delivery, and days since the lot was opened. */
type Delivery = readonly [
  lot: string,
  expiresIn: number,
  amount: number,
  cameAgo: number,
  openedAgo: number | null,
]

/** The lot of the first kit of the HIV test. */
export const firstKitLot = 'HA-2207'

const items: readonly {
  name: string
  kind: 'reagent' | 'control' | 'tube' | 'kit'
  unit: string
  manufacturer: string
  reorderLevel: number
  deliveryDays: number
  openDays?: number
  uses: readonly string[]
  lots: readonly Delivery[]
}[] = [
  {
    name: 'Cell counter reagent pack',
    kind: 'reagent',
    unit: 'tests',
    manufacturer: 'Sysmex',
    reorderLevel: 100,
    deliveryDays: 10,
    openDays: 60,
    uses: ['FBC'],
    lots: [
      ['Y5031', 75, 300, 40, 18],
      ['Y5048', 190, 500, 6, null],
    ],
  },
  {
    name: 'Giemsa stain for blood films',
    kind: 'reagent',
    unit: 'films',
    manufacturer: 'Merck',
    reorderLevel: 50,
    deliveryDays: 14,
    uses: ['MPS'],
    lots: [['05CDK112A', 160, 60, 30, 20]],
  },
  {
    name: 'EDTA tube, 3 ml',
    kind: 'tube',
    unit: 'tubes',
    manufacturer: 'Greiner',
    reorderLevel: 200,
    deliveryDays: 7,
    uses: ['FBC'],
    lots: [['B2411', 21, 2_000, 60, 55]],
  },
  {
    name: 'Haematology control, normal',
    kind: 'control',
    unit: 'vials',
    manufacturer: 'Sysmex',
    reorderLevel: 2,
    deliveryDays: 21,
    openDays: 14,
    uses: [],
    lots: [['QC-8841', -2, 3, 50, null]],
  },
  {
    name: 'Rapid test kit A',
    kind: 'kit',
    unit: 'tests',
    manufacturer: 'Example Diagnostics',
    reorderLevel: 25,
    deliveryDays: 21,
    uses: ['CT1'],
    lots: [[firstKitLot, 240, 100, 30, 20]],
  },
  {
    name: 'Rapid test kit B',
    kind: 'kit',
    unit: 'tests',
    manufacturer: 'Example Laboratories',
    reorderLevel: 10,
    deliveryDays: 21,
    uses: ['CT1'],
    lots: [['HB-0914', 300, 25, 30, 20]],
  },
]

/** Writes an invented stock through the product's own calls: enough of one item, too little of another, expired control material. */
export async function writeStock(by: { manager: SignedIn; technician: SignedIn }, now: Date): Promise<void> {
  const dayIn = (count: number) => utcDay(after(now, days(count)))
  const at = (who: SignedIn, ago: number): SignedIn => ({
    ...who,
    clock: stoppedClock(after(now, -days(ago))),
  })
  for (const { lots, uses, openDays = null, ...item } of items) {
    const { id } = await addStockItem(at(by.manager, 90), {
      ...item,
      catalogueNumber: '',
      openDays,
      uses: uses.map((test) => ({ test, amount: 1 })),
    })
    for (const [number, expiresIn, amount, cameAgo, openedAgo] of lots) {
      await receiveStock(at(by.technician, cameAgo), id, { number, expiresOn: dayIn(expiresIn), amount })
      const lot = (await readStockItem(by.technician, id)).lots.find((one) => one.number === number)
      if (lot && openedAgo !== null) await openStockLot(at(by.technician, openedAgo), lot.id)
    }
  }
}
