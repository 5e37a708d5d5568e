/** Reagents, kits and tubes by lot and expiry date: receipts, use by tests, counts, and when each item runs out. */
export { addStockItem } from './keep-items.ts'
export { consumeStock, consumeTube, openStockLot, receiveStock, useKits } from './move-stock.ts'
export { kitLotsAt, readStockItem, reagentLotsAt } from './read-stock.ts'
export { stockRoutes } from './routes.ts'
export { tellLowStock } from './tell-low-stock.ts'
