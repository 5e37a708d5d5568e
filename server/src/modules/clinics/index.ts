/** Orders of clinicians of facilities: placing, following, reading results, check-in at the desk, and boxes of samples. */
export { collectOrder } from './change-orders.ts'
export { makeManifest } from './make-manifest.ts'
export { placeOrder } from './place-order.ts'
export { clinicRoutes } from './routes.ts'
export { tellOfCritical, tellOfReport } from './tell-clinic.ts'
