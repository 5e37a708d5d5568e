import { useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Reference } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

export function SettingsLoading() {
  return <SkeletonLines count={6} says={messages.loading.any} />
}

export function SettingsProblem({ error }: { error: unknown }) {
  const router = useRouter()
  const known = error instanceof ApiError ? error : null
  return (
    <Notice kind="error" role="alert">
      <h2>The settings could not be loaded</h2>
      <p>{known?.message ?? 'Something went wrong on our side.'}</p>
      <Reference id={known?.requestId} />
      <p>
        <Button onClick={() => void router.invalidate()}>Try again</Button>
      </p>
    </Notice>
  )
}
