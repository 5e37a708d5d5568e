import { useEffect, useRef } from 'react'
import { useListedKeys } from './listed-keys.ts'
import { takesTyping } from './takes-typing.ts'

/** `press` is null while the key does nothing. */
type Shortcut = { words: string; press: (() => void) | null; everywhere?: boolean }

/** By the key's name, `N` or `Escape`. */
type Shortcuts = Readonly<Record<string, Shortcut>>

/** A scanner's letters follow each other within a few milliseconds: a key alone is a person's. */
const alone = 120

/**
 * Single keys for a screen's actions. They are silent in fields and behind dialogs, and when more letters follow at
 * once: a reference that begins with N is no command. Escape first leaves the field. Each is listed with its words in the
 * dialog that `?` opens.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  useListedKeys(
    Object.entries(shortcuts).map(([name, { words, press, everywhere = false }]) => ({
      name: name === 'Escape' ? 'Esc' : name,
      words,
      able: press !== null,
      everywhere,
    })),
  )
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
      if (latest.current[name]?.press) waiting = setTimeout(() => latest.current[name]?.press?.(), alone)
    }
    window.addEventListener('keydown', heard)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('keydown', heard)
    }
  }, [])
}
