import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Key } from './key.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** A button that a single key presses too; the key is shown on it. */
export function KeyButton({
  shortcut,
  onPress,
  children,
  ...props
}: Omit<ComponentProps<typeof Button>, 'onClick'> & { shortcut: string; onPress: () => void }) {
  const able = !props.pending && !props.disabled && !props.whyNot
  useShortcuts({ [shortcut]: able ? onPress : null })
  return (
    <Button {...props} onClick={onPress} aria-keyshortcuts={shortcut}>
      {children}
      <Key name={shortcut} />
    </Button>
  )
}
