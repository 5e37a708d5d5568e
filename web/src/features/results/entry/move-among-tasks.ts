import type { KeyboardEvent } from 'react'

/** Arrows up and down go to the first control of the entry before or behind the one that has the focus. */
export function moveAmongTasks(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const entry = (event.target as HTMLElement).closest('li')
  const next = event.key === 'ArrowDown' ? entry?.nextElementSibling : entry?.previousElementSibling
  const control = next?.querySelector<HTMLElement>('input:enabled, a, button:enabled')
  if (!control) return
  event.preventDefault()
  control.focus()
}
