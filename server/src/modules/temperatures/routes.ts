import * as contract from '#contract/temperatures.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { addPlace, changePlace } from './keep-places.ts'
import { addReading, listPlaces, readPlace, strikeReading } from './read-and-enter.ts'

export function temperatureRoutes(serve: Serve): void {
  serve(contract.listPlaces, (context) => listPlaces(context))
  serve(contract.readPlace, (context, { params }) => readPlace(context, params.id))
  serve(contract.addPlace, (context, { body }) => addPlace(context, body))
  serve(contract.changePlace, (context, { params, body }) => changePlace(context, params.id, body))
  serve(contract.addReading, (context, { params, body }) => addReading(context, params.id, body))
  serve(contract.strikeReading, (context, { params, body }) => strikeReading(context, params.id, body))
}
