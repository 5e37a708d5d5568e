import { t } from '@lingui/core/macro'
import { type KeyboardEvent, useEffect } from 'react'
import { useListedKeys } from '../../../ui/listed-keys.ts'

const entryKeys = [
  { name: 'Enter', words: t`Go to the next value` },
  { name: 'Shift+Enter', words: t`Go to the previous value` },
  { name: 'Ctrl+Enter', words: t`Save results` },
  { name: 'Ctrl+Shift+Enter', words: t`Save results and complete the task` },
]

/** Enter goes to the next field, from the last one to Save; with Shift to the one before. */
export function movesOn(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, select')]
  const at = fields.indexOf(event.target as HTMLElement)
  const next = event.shiftKey ? fields[Math.max(0, at - 1)] : fields[at + 1]
  if (next) next.focus()
  else saveButton()?.focus()
}

/**
 * Ctrl+Enter (on a Mac the command key) saves from anywhere on the screen, as long as no dialog is open. With Shift it also
 * completes the task, when everything is typed.
 */
export function useSaveKey(): void {
  useListedKeys(entryKeys)
  useEffect(() => {
    const heard = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      const button = saveButton()
      const complete = document.querySelector<HTMLButtonElement>('button[data-complete]')
      if (!button || document.querySelector('dialog[open]')) return
      event.preventDefault()
      // What keeps it from being saved is what the person has to see now.
      if (button.disabled) document.querySelector<HTMLElement>('[data-before-save]')?.focus()
      else if (event.shiftKey && complete) complete.click()
      else button.form?.requestSubmit()
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  }, [])
}

const saveButton = () => document.querySelector<HTMLButtonElement>('button[data-save]')
