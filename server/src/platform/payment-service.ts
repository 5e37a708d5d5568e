import type { PaymentServiceName } from '#contract/money-online.ts'
import type { MobileNetwork, PhoneFailure } from '#contract/money-phone.ts'
import type { Config } from '../config.ts'

export type Asked = {
  /** Our reference of the payment; the same for each retry. */
  reference: string
  /** Minor units. */
  amount: number
  currency: string
  email: string
  description: string
  /** Where the service calls. */
  hookUrl: string
}
/** `returnUrl`: where the payer comes back to. */
export type Charge = Asked & { returnUrl: string }
/** `digits`: the nine digits of the number after 0 or +233. */
export type PhoneCharge = Asked & { digits: string; network: MobileNetwork }

export type Outcome =
  | { state: 'pending' | 'failed' }
  /** What the service says was paid, in minor units. */
  | { state: 'paid'; amount: number; currency: string }

/** What a request on a phone waits for, or why the service refused it. */
export type PhoneOutcome = { step: 'approve' | 'voucher' } | { failure: PhoneFailure; code?: string }

export type Refund = { reference: string; paymentReference: string; amount: number; currency: string }

/** A call of the service names a payment by our reference, and may say that the payment failed. */
export type Hint = { reference: string; failed: boolean }

/** A payment service, reached through its own API. */
export type PaymentService = {
  name: PaymentServiceName
  /** The address of the page on which the payment is made. */
  start(charge: Charge): Promise<string>
  phone: {
    /** How long the payer has for the approval, in seconds. */
    approvalSeconds: number
    /** Whether the service’s terms allow a payer to send requests only to the number of their profile. */
    ownNumberOnly: boolean
    /** Sends the request to the phone. It is asked once for a reference. */
    send(charge: PhoneCharge): Promise<PhoneOutcome>
    /** Passes on the voucher of the payer; null if the service does not accept it. */
    sendVoucher(reference: string, voucher: string): Promise<PhoneOutcome | null>
  }
  /** Asks the service whether a payment was made. */
  verify(reference: string, currency: string): Promise<Outcome>
  /** Null for a service without a documented call for refunds. */
  refunds: {
    /** Requests a refund. The service has no idempotency key, so the request carries our reference, by which `find` finds the refund. */
    ask(refund: Refund): Promise<Outcome>
    /** The outcome of the refund with our reference; null if the service does not know it. */
    find(refund: Pick<Refund, 'reference' | 'paymentReference'>): Promise<Outcome | null>
  } | null
  /** Null if the service has not made the call. */
  hint(raw: string, header: (name: string) => string): Hint | null
}

export type PaymentSettings = Exclude<NonNullable<Config['payments']>, { service: 'simulated' }>
