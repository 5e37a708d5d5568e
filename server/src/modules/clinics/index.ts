/** Orders of clinicians of facilities: placing, following, reading results, check-in at the desk, and boxes of samples. */
export { cancelOrder, collectOrder, lockOrder, removeTests } from './change-orders.ts'
export { makeManifest } from './make-manifest.ts'
export { keepOrder, placeOrder, planOrder } from './place-order.ts'
export { clinicRoutes } from './routes.ts'
export { tellOfCritical, tellOfReport } from './tell-clinic.ts'
export { addPatient, type Stated, statedPatient, type Who } from './who-is-it.ts'
