import { t } from '@lingui/core/macro'
import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { useKnownFailure } from '../../api/use-known-failure.ts'
import { translated } from '../../lib/translated.ts'
import { Failed } from '../../ui/failed.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

export function SettingsLoading() {
  return <SkeletonLines count={6} says={translated(messages.loading.any)} />
}

export function SettingsProblem({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <Failed
      error={useKnownFailure(error)}
      failure={t`The settings could not be loaded`}
      onRetry={() => void router.invalidate()}
    />
  )
}
