import { useEffect, useRef } from 'react'
import { takesTyping } from './takes-typing.ts'

/** By the key's name as the control shows it, `N` or `Escape`; null while it does nothing. */
type Shortcuts = Readonly<Record<string, (() => void) | null>>

/** A scanner's letters follow each other within a few milliseconds: a key alone is a person's. */
const alone = 120

/**
 * Single keys for a screen's actions. They are silent in fields and behind dialogs, and when more letters follow at
 * once: a reference that begins with N is no command. Escape first leaves the field.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const heard = (event: KeyboardEvent) => {
      clearTimeout(waiting)
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
      if (document.querySelector('dialog[open]')) return
      if (takesTyping(event.target)) {
        if (event.key === 'Escape') event.target.blur()
        return
      }
      const name = event.key.length === 1 ? event.key.toUpperCase() : event.key
      if (latest.current[name]) waiting = setTimeout(() => latest.current[name]?.(), alone)
    }
    window.addEventListener('keydown', heard)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('keydown', heard)
    }
  }, [])
}
