import type { Config } from '../config.ts'
import { hubtel } from './hubtel.ts'
import type { PaymentService } from './payment-service.ts'
import { paystack } from './paystack.ts'

/** The service of the settings; null if there is none. */
export function paymentService({ payments }: Pick<Config, 'payments'>): PaymentService | null {
  if (payments === null) return null
  return payments.service === 'paystack' ? paystack(payments) : hubtel(payments)
}
