import type { Outcome, PaymentService } from './payment-service.ts'

/** The time until the simulated payer decides: long enough to see the screen that waits. */
const decidesAfterMs = 6_000
/** The voucher that is not accepted. */
const badVoucher = '0000'

type Payment = { amount: number; currency: string; outcome: 'paid' | 'failed'; isDone: boolean }

/** The payments of this process, by reference. A payment from before a restart has failed. */
const payments = new Map<string, Payment>()

function decide(payment: Payment): void {
  setTimeout(() => {
    payment.isDone = true
  }, decidesAfterMs).unref()
}

function started(
  { reference, amount, currency }: { reference: string; amount: number; currency: string },
  outcome: Payment['outcome'] = 'paid',
): Payment {
  const payment = { amount, currency, outcome, isDone: false }
  payments.set(reference, payment)
  return payment
}

/**
 * The payment service of the demonstration: no phone rings, and no money moves. A request on a phone is approved after a few seconds, or
 * refused if the number ends in 0; Telecel asks for a voucher first. There is no page for cards: the payer is sent back at once, and has paid.
 */
export const simulatedPayments: PaymentService = {
  name: 'simulated',
  async start({ returnUrl, ...charge }) {
    started(charge).isDone = true
    return returnUrl
  },
  phone: {
    approvalSeconds: 120,
    ownNumberOnly: false,
    async send({ digits, network, ...charge }) {
      const payment = started(charge, digits.endsWith('0') ? 'failed' : 'paid')
      if (network === 'telecel') return { step: 'voucher' }
      decide(payment)
      return { step: 'approve' }
    },
    async sendVoucher(reference, voucher) {
      const payment = payments.get(reference)
      if (!payment) return { failure: 'refused' }
      if (voucher === badVoucher) return null
      decide(payment)
      return { step: 'approve' }
    },
  },
  async verify(reference): Promise<Outcome> {
    const payment = payments.get(reference)
    if (!payment) return { state: 'failed' }
    if (!payment.isDone) return { state: 'pending' }
    const { outcome, amount, currency } = payment
    return outcome === 'paid' ? { state: 'paid', amount, currency } : { state: 'failed' }
  },
  refunds: {
    ask: async ({ amount, currency }) => ({ state: 'paid', amount, currency }),
    find: async () => null,
  },
  // The simulated service does not call the hook.
  hint: () => null,
}
