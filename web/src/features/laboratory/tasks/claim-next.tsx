import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { claimNextTask } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { KeyButton } from '../../../ui/key-button.tsx'

/** Takes the next task in line and opens it. */
export function ClaimNext() {
  const navigate = useNavigate()
  const claim = useCall(() => call(claimNextTask), {
    saysRefusal: true,
    onDone: ({ task }) => {
      if (task) void navigate({ to: '/tasks/$id', params: { id: task.id } })
    },
  })
  return (
    <KeyButton
      shortcut="N"
      variant="primary"
      pending={claim.isPending}
      pendingText={t`Claiming…`}
      onPress={() => claim.mutate()}
    >
      {t`Claim next`}
    </KeyButton>
  )
}
