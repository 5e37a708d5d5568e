import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { screenHeading } from '../../ui/screen-heading.ts'
import { focusOnHeading } from './focus-on-heading.ts'

/**
 * Announces a new screen as a new page would be: the document's title changes and the focus goes to its heading, where a screen
 * reader starts to read. The first screen keeps the browser's own focus.
 */
export function useTitleAndFocus(): void {
  const router = useRouter()
  useEffect(() => {
    const title = () => {
      const deepest = router.state.matches.findLast((match) => match.staticData.title)
      // A screen without a route of its own (not found) is called as its heading is.
      const name = deepest?.staticData.title ?? screenHeading()?.textContent
      document.title = name ? `${name} · Phial` : 'Phial'
    }
    title()
    let stop = () => {}
    // Not `onRendered`: the router does not emit it if the skeleton is rendered before the screen.
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      title()
      if (!fromLocation || !pathChanged) return
      stop()
      stop = focusOnHeading()
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [router])
}
