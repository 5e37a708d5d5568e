import { useMatch } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

/** The skeleton of a screen whose data is loading: the link back, its title and placeholder lines. */
export function ScreenLoading() {
  const title = useMatch({ strict: false, select: ({ staticData }) => staticData.title })
  return (
    // As high as the window: a footer below it would move when the screen comes.
    <div className="min-h-[100dvh]">
      <Screen title={title}>
        <SkeletonLines count={6} says={translated(messages.loading.any)} />
      </Screen>
    </div>
  )
}
