import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * A new screen is told of as a new page would be: the document's title changes and the focus goes to its heading,
 * where a screen reader starts to read. The first screen keeps the browser's own focus.
 */
export function useTitleAndFocus(): void {
  const router = useRouter()
  useEffect(() => {
    const heading = () => document.querySelector<HTMLElement>('main h1')
    const title = () => {
      const deepest = router.state.matches.findLast((match) => match.staticData.title)
      // A screen without a route of its own (not found) is called as its heading is.
      const name = deepest?.staticData.title ?? heading()?.textContent
      document.title = name ? `${name} · Phial` : 'Phial'
    }
    title()
    return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      title()
      if (fromLocation && pathChanged) heading()?.focus({ preventScroll: true })
    })
  }, [router])
}
