import type { Config } from '../config.ts'
import { hubtel } from './hubtel.ts'
import type { PaymentService } from './payment-service.ts'
import { paystack } from './paystack.ts'
import { simulatedPayments } from './simulated-payments.ts'

/** The service of the settings; null if there is none. */
export function paymentService({ payments }: Pick<Config, 'payments'>): PaymentService | null {
  if (payments === null) return null
  if (payments.service === 'simulated') return simulatedPayments
  return payments.service === 'paystack' ? paystack(payments) : hubtel(payments)
}
