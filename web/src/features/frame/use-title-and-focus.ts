import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A new screen is told of as a new page would be: the document's title changes and the focus goes to its heading,
 * where a screen reader starts to read. The first screen keeps the browser's own focus.
 */
export function useTitleAndFocus(): void {
  const router = useRouter()
  useEffect(() => {
    const title = () => {
      const deepest = router.state.matches.findLast((match) => match.staticData.title)
      document.title = deepest ? `${deepest.staticData.title} · Phial` : 'Phial'
    }
    title()
    return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      title()
      if (!fromLocation || !pathChanged) return
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    })
  }, [router])
}
