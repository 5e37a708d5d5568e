import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addVisitTests } from '#contract/bench.ts'
import { type ResultForm, readResults } from '#contract/results.ts'
import { call } from '../../../api/client.ts'
import { keyOf } from '../../../api/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Offers the tests that the entered results call for. */
export function ReflexNotice({ form, visitId }: { form: ResultForm; visitId: string }) {
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (name: string) =>
      call(addVisitTests, { params: { id: visitId }, body: { tests: [name], collectAgain: [] } }),
    onSuccess: ({ message }) => void toast('success', message),
    onError: ({ message }) => void toast('error', message),
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: keyOf(readResults, { params: { id: form.taskId } }) }),
  })
  return form.reflex.map(({ code, name, text }) => (
    <Notice key={code} className="mb-4">
      <p>{text}</p>
      <Button pending={add.isPending && add.variables === name} onClick={() => add.mutate(name)}>
        <Trans>Add {name}</Trans>
      </Button>
    </Notice>
  ))
}
