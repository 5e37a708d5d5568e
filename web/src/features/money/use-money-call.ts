import { useMutation, useQueryClient } from '@tanstack/react-query'
import { visitHistory } from '#contract/manage-visits.ts'
import { readVisitAccount } from '#contract/money.ts'
import { listInvoices, readDebts } from '#contract/money-invoices.ts'
import { listOwing, readTake, readTill } from '#contract/money-till.ts'
import type { ApiError } from '../../api/api-error.ts'
import { keyOf } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'

/** A change of what is owed or taken; afterwards the screens that show it read it again. The form shows a refusal. */
export function useMoneyCall<Given, Answer extends { message: string } = { message: string }>(
  act: (given: Given) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const queryClient = useQueryClient()
  return useMutation<Answer, ApiError, Given>({
    mutationFn: act,
    onSuccess: (answer) => {
      toast('success', answer.message)
      onDone?.(answer)
    },
    onSettled: () =>
      Promise.all(
        [readVisitAccount, listInvoices, readDebts, listOwing, readTake, readTill, visitHistory].map((one) =>
          queryClient.invalidateQueries({ queryKey: keyOf(one) }),
        ),
      ),
  })
}
