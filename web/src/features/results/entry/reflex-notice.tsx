import { Trans } from '@lingui/react/macro'
import { addVisitTests } from '#contract/bench.ts'
import type { ResultForm } from '#contract/results.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Offers the tests that the entered results call for. */
export function ReflexNotice({ form, visitId }: { form: ResultForm; visitId: string }) {
  const add = useCall(
    (name: string) =>
      call(addVisitTests, { params: { id: visitId }, body: { tests: [name], collectAgain: [] } }),
    { saysRefusal: true },
  )
  return form.reflex.map(({ code, name, text }) => (
    <Notice key={code} className="mb-4">
      <p>{text}</p>
      <Button pending={add.isPending && add.variables === name} onClick={() => add.mutate(name)}>
        <Trans>Add {name}</Trans>
      </Button>
    </Notice>
  ))
}
