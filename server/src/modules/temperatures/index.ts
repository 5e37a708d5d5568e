/** Temperatures and humidity of refrigerators, freezers, incubators and rooms. */
export { addPlace } from './keep-places.ts'
export { addReading } from './read-and-enter.ts'
export { temperatureRoutes } from './routes.ts'
