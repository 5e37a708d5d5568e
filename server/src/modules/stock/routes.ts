import * as contract from '#contract/stock.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { addStockItem, changeStockItem } from './keep-items.ts'
import { countStockLot, discardStock, openStockLot, receiveStock } from './move-stock.ts'
import { listStock, lotsOfTasks, readStockItem } from './read-stock.ts'

export function stockRoutes(serve: Serve): void {
  serve(contract.listStock, (context, { query }) => listStock(context, query))
  serve(contract.readStockItem, (context, { params }) => readStockItem(context, params.id))
  serve(contract.addStockItem, (context, { body }) => addStockItem(context, body))
  serve(contract.changeStockItem, (context, { params, body }) => changeStockItem(context, params.id, body))
  serve(contract.receiveStock, (context, { params, body }) => receiveStock(context, params.id, body))
  serve(contract.openStockLot, (context, { params }) => openStockLot(context, params.id))
  serve(contract.countStockLot, (context, { params, body }) => countStockLot(context, params.id, body))
  serve(contract.discardStock, (context, { params, body }) => discardStock(context, params.id, body))
  serve(contract.lotsOfTasks, (context, { query }) => lotsOfTasks(context, query.task))
}
