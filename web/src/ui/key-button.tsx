import { Children, type ComponentProps, type ReactNode } from 'react'
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
  useShortcuts({ [shortcut]: { words: textOf(children), press: able ? onPress : null } })
  return (
    <Button {...props} onClick={onPress} aria-keyshortcuts={shortcut}>
      {children}
      <Key name={shortcut} />
    </Button>
  )
}

/** The words among a button's children: an icon has none. */
const textOf = (children: ReactNode): string =>
  Children.toArray(children)
    .filter((child) => typeof child === 'string' || typeof child === 'number')
    .join('')
    .trim()
