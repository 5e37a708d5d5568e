import type { Context, SignedIn } from '#server/platform/context.ts'

/** Functions of later modules, which this one may not import: the application passes them in. */
export type Neighbours = {
  /** Cancels an account's coming visits, in the transaction that closes it. */
  cancelVisitsOfAccount(context: SignedIn, accountId: string): Promise<unknown>
  /** Puts back the tasks that a person has started, in the transaction that closes their account. */
  returnTasksOf(context: SignedIn, accountId: string): Promise<unknown>
  /** Removes the push subscriptions of sessions that are ended: of one, or of all but one. In the same transaction. */
  forgetDevices(
    context: Pick<Context, 'db'>,
    accountId: string,
    sessions: { only: Buffer } | { except: Buffer | null },
  ): Promise<unknown>
  /** Deletes the coming shifts of a person who leaves, in the same transaction. */
  endShiftsOf(context: SignedIn, accountId: string): Promise<unknown>
  laboratorySettings(context: Context): Promise<{ name: string; phone: string }>
}
